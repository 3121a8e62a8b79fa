import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Json } from '../clients/json.ts';
import type { Exchange } from '../clients/tape.ts';
import { evidenceFor } from './evidence.ts';

const exchange = (number: number, path: string, got: Json): Exchange => ({
  check: 'some.check',
  number,
  at: 0,
  path,
  sent: null,
  got,
});
const http = (number: number, status: number, body: Json): Exchange =>
  exchange(number, 'http', { status, body, text: JSON.stringify(body) });
const ASKED = [
  http(1, 404, { errorCode: 112 }),
  http(2, 200, true),
  exchange(3, 'socket4', { answered: true, answer: { errorCode: 106 } }),
  http(4, 408, { errorCode: 116 }),
  exchange(5, 'suite', null),
];

describe('the evidence of a finding', () => {
  test('is what it quotes, whatever was asked afterwards', () => {
    assert.deepEqual(evidenceFor('error 112: status 404, "{\\"errorCode\\":112}"', ASKED), [1]);
    assert.deepEqual(evidenceFor('http: status 404, {"errorCode":112}', ASKED), [1]);
    assert.deepEqual(evidenceFor('http: status 200, true', ASKED), [2]);
    assert.deepEqual(evidenceFor('socket4: {"errorCode":106}', ASKED), [3]);
    assert.deepEqual(evidenceFor('status 404, {"errorCode":112} | status 408, {"errorCode":116}', ASKED), [1, 4]);
  });
  test('is the last of what was asked where it quotes nothing', () => {
    assert.deepEqual(evidenceFor('C1 is to be true', ASKED), [3, 4]);
    assert.deepEqual(evidenceFor('status 200 after 404', ASKED), [3, 4]);
  });
});
