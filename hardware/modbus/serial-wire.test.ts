import assert from 'node:assert/strict';
import { test } from 'node:test';
import { serialWire } from './serial-wire.ts';

test('a serial line that is not there is said to be missing, by its path', async () => {
  const path = '/dev/tty-that-is-not-there';
  const reason = await new Promise<string>((ended, reject) => {
    serialWire({ path, baudRate: 9_600, parity: 'none', stopBits: 1 })({
      opened: () => reject(new Error('it was opened')),
      received: () => reject(new Error('something came')),
      ended,
    });
  });

  assert.match(reason, /^No such file or directory, cannot open \/dev\/tty-that-is-not-there$/);
});
