import assert from 'node:assert/strict';
import type { AddressInfo } from 'node:net';
import { type TestContext, test } from 'node:test';
import { fastify } from 'fastify';
import type { Problem } from '../problem.ts';
import type { SandboxControl } from './sandbox-control.ts';
import { sandboxRoutes } from './sandbox-routes.ts';

/** A sandbox that notes what it is told. */
export class NotingControl implements SandboxControl {
  readonly told: unknown[] = [];
  lines: Iterable<string> = ['{"seq":1}\n', '{"seq":2}\n'];
  fail: (() => never) | undefined;

  status() {
    return { scenario: 'family-home', seed: 1, now: '2026-01-01T00:00:00.000Z', speed: 1, components: 74 };
  }
  async clock(command: unknown) {
    this.#tell({ clock: command });
    return { now: '2026-01-01T00:00:01.000Z', speed: 1 };
  }
  press(report: unknown) {
    this.#tell({ press: report });
  }
  clientReport(order: unknown) {
    this.#tell({ clientReport: order });
    return { since: '2026-01-01T00:00:00.000Z', until: '2026-01-01T00:00:01.000Z', observations: [], forgotten: 0 };
  }
  async *journal() {
    for (const line of this.lines) yield line;
  }
  async reset(beginning: unknown) {
    this.#tell({ reset: beginning });
    return { scenario: 'family-home', seed: 7, now: '2026-01-01T00:00:00.000Z' };
  }

  #tell(what: unknown): void {
    this.fail?.();
    this.told.push(what);
  }
}

export const listen = async (context: TestContext, token?: string) => {
  const control = new NotingControl();
  const problems: Problem[] = [];
  const report = (problem: Problem) => problems.push(problem);
  const app = fastify({ exposeHeadRoutes: false, forceCloseConnections: true, bodyLimit: 1_048_576 });
  app.register(sandboxRoutes({ control, report, ...(token === undefined ? {} : { token }) }), {
    prefix: '/sandbox/v1',
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  context.after(() => app.close());
  const { port } = app.server.address() as AddressInfo;
  const ask = async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
    const answer = await fetch(`http://127.0.0.1:${port}/sandbox/v1${path}`, {
      method,
      headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await answer.text();
    return { status: answer.status, headers: answer.headers, text, body: text === '' ? undefined : JSON.parse(text) };
  };
  return { control, problems, port, ask };
};

test('a sandbox says where it stands', async (context) => {
  const { control, ask } = await listen(context);

  assert.deepEqual((await ask('GET', '')).body, control.status());
});
