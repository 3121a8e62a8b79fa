import assert from 'node:assert/strict';
import { isRecord, type Reply } from './http-client.ts';

/** A refusal of the sandbox: its status, one sentence, and nothing about the inside. */
export function assertSentence(answer: Reply, status: number, what: string): void {
  assert.equal(answer.status, status, `${what}: ${answer.text}`);
  assert.ok(isRecord(answer.body), `${what}: ${answer.text}`);
  assert.deepEqual(Object.keys(answer.body), ['error'], what);
  assert.match(String(answer.body.error), /^[^\n]{8,300}$/, what);
  assert.doesNotMatch(answer.text, /\bat .*\.(?:ts|js):\d+/, what);
}
