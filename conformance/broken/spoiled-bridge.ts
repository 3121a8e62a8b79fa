// The good bridge with one fault: node --import tsx spoiled-bridge.ts FAULT COMMAND…
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

type Message = { result?: { tools?: unknown[]; resources?: unknown[]; prompts?: unknown[]; content?: unknown[] } };

const FAULTS: Readonly<Record<string, (message: Message) => Message | null>> = {
  silent: () => null,
  'no-tools': (message) => (message.result?.tools === undefined ? message : result(message, { tools: [] })),
  'no-resources': (message) => (message.result?.resources === undefined ? message : result(message, { resources: [] })),
  'no-prompts': (message) => (message.result?.prompts === undefined ? message : result(message, { prompts: [] })),
  'own-answers': (message) =>
    message.result?.content === undefined ? message : result(message, { content: [{ type: 'text', text: '{}' }] }),
};

const [fault = '', command = '', ...args] = process.argv.slice(2);
const bridge = spawn(command, args, { stdio: ['pipe', 'pipe', 'ignore'] });
process.stdin.pipe(bridge.stdin);
createInterface({ input: bridge.stdout }).on('line', (line) => {
  const message = FAULTS[fault]?.(JSON.parse(line) as Message) ?? null;
  if (message !== null) process.stdout.write(`${JSON.stringify(message)}\n`);
});
bridge.once('exit', (status) => {
  process.exitCode = status ?? 1;
});

function result(message: Message, changed: object): Message {
  return { ...message, result: { ...message.result, ...changed } };
}
