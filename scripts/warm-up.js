import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';

/** The program keeps its compiled code a second after its start; a slow machine may take its time. */
const LIMIT_MS = 15_000;

/** Starts the sandbox, asks it what most clients ask, and stops it once it has kept its compiled code. Throws if it does not start. */
export async function run(root) {
  const dist = join(root, 'dist');
  const child = spawn(
    process.execPath,
    [join(root, 'bin', 'twinhaus.js'), 'sandbox', '--json', '--http-port', '0', '--https-port', '0'],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  );
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text) => {
    said += text;
  });
  const ended = once(child, 'exit');
  try {
    const lines = createInterface({ input: child.stdout });
    const ready = await Promise.race([once(lines, 'line'), ended.then(() => undefined)]);
    if (ready === undefined) throw new Error(`the program that was built does not start: ${said.trim().slice(-1_000)}`);
    await use(JSON.parse(ready[0]).http);
    for (let waited = 0; waited < LIMIT_MS && !hasCache(dist); waited += 50) await pause(50);
  } finally {
    child.kill('SIGTERM');
    await ended;
  }
}

const hasCache = (dist) => readdirSync(dist).some((name) => name.endsWith('.cache'));

async function use(base) {
  const headers = { 'auth-username': 'resident', 'auth-password': 'sandbox-resident' };
  for (const call of ['auth', 'getAllComponents', 'getComponentData?cid=C1&property=state', 'getScenes', 'getRooms']) {
    await ask(`${base}/api/v1/${call}`, headers);
  }
  await ask(
    `${base}/api/v1/componentUpdate`,
    { ...headers, 'content-type': 'application/json' },
    '{"cid":"C1","property":"state","value":true}',
  );
}

async function ask(url, headers, body) {
  const sent = request(url, { method: 'POST', headers, agent: false });
  sent.end(body);
  const [answer] = await once(sent, 'response');
  answer.resume();
  await once(answer, 'end');
}
