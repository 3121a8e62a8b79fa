import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { describe, test } from 'node:test';
import { listen } from './listening.test.ts';

describe('the journal', () => {
  test('comes as one JSON object a line', async (context) => {
    const { port } = await listen(context);

    const answer = await fetch(`http://127.0.0.1:${port}/sandbox/v1/journal`);

    assert.equal(answer.headers.get('content-type'), 'application/x-ndjson');
    assert.equal(await answer.text(), '{"seq":1}\n{"seq":2}\n');
  });

  test('is read no faster than the client takes it', async (context) => {
    const { control, port } = await listen(context);
    let given = 0;
    let closed = false;
    control.lines = {
      *[Symbol.iterator]() {
        try {
          for (;;) {
            given += 1;
            yield 'x'.repeat(65_536);
          }
        } finally {
          closed = true;
        }
      },
    };
    const socket = connect(port, '127.0.0.1').pause();
    socket.write('GET /sandbox/v1/journal HTTP/1.1\r\nHost: localhost\r\n\r\n');

    await new Promise((done) => setTimeout(done, 400));
    const held = given;
    await new Promise((done) => setTimeout(done, 200));

    assert.ok(held > 0 && held < 400, `${held} chunks of 64 KiB`);
    assert.equal(given, held);
    socket.destroy();
    await new Promise((done) => setTimeout(done, 200));
    assert.ok(closed, 'reading ends when the client goes away');
  });

  test('that breaks off ends the connection and is told', async (context) => {
    const { control, problems, port } = await listen(context);
    control.lines = {
      *[Symbol.iterator]() {
        yield 'x'.repeat(100_000);
        throw new Error('disk');
      },
    };

    await assert.rejects(async () => (await fetch(`http://127.0.0.1:${port}/sandbox/v1/journal`)).text());
    assert.deepEqual(
      problems.map(({ during }) => during),
      ['read the journal'],
    );
  });
});
