import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ask, type GoodController, PROGRAM, type Starting, startProgram } from './good-controller.ts';

const USERNAME = 'owner';
const NAME = 'Town hall';

/** Light in each room, which nobody switches by hand, and some things that must not be switched. */
const ROOMS = ['Hall', 'Office', 'Kitchen', 'Archive'];
const LIGHTS_PER_ROOM = 3;

const component = (fields: object) => `  - ${JSON.stringify({ bus: 'simulator', ...fields })}`;

/** The configuration of a building of its own, as an operator would write it. */
const configuration = (): string => {
  const lights = ROOMS.flatMap((room, at) =>
    Array.from({ length: LIGHTS_PER_ROOM }, (_, light) =>
      component({
        cid: `C${at * LIGHTS_PER_ROOM + light + 1}`,
        type: 'switch',
        name: `${room} light ${light + 1}`,
        rooms: [at + 1],
        device: { people: false },
      }),
    ),
  );
  return [
    `name: ${NAME}`,
    'timeZone: Pacific/Chatham',
    'place: { latitude: -43.95, longitude: -176.55 }',
    'data: data',
    'listen: { host: 127.0.0.1, http: 0, https: 0, remote: 0 }',
    `administrator: { username: ${USERNAME}, password: { file: password.txt } }`,
    'zones: [{ id: 1, name: Ground floor }]',
    `rooms: [${ROOMS.map((name, at) => `{ id: ${at + 1}, name: ${name}, zones: [1] }`).join(', ')}]`,
    'components:',
    ...lights,
    component({ cid: 'C51', type: 'dimmer', name: 'Hall lamp', rooms: [1], device: { people: false } }),
    component({ cid: 'C52', type: 'thermostat', name: 'Office climate', rooms: [2] }),
    component({ cid: 'C53', type: 'shutter', name: 'Kitchen shutter', rooms: [3], device: { people: false } }),
    component({ cid: 'C54', type: 'door-lock', name: 'Front door', rooms: [1], device: { people: false } }),
    component({ cid: 'C55', type: 'energy-meter', name: 'Mains', rooms: [4] }),
    'scenes:',
    '  - { id: 1, name: Closing time, rooms: [1, 2], steps: [{ cid: C1, property: state, value: false }, { wait: 1 }] }',
    '',
  ].join('\n');
};

/**
 * Starts `twinhaus serve` for a building with a configuration, users and tokens of its own, in a folder that `stop` removes. Its
 * clock is the real one.
 */
export const startService = async (starting: Starting = {}): Promise<GoodController> => {
  const folder = mkdtempSync(join(tmpdir(), 'conformance-building-'));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  const password = randomBytes(12).toString('base64url');
  writeFileSync(join(folder, 'controller.yaml'), configuration());
  writeFileSync(join(folder, 'password.txt'), `${password}\n`, { mode: 0o600 });
  const running = await startProgram(['serve', '--config', join(folder, 'controller.yaml')], starting).catch(
    (error: unknown) => {
      remove();
      throw error;
    },
  );
  const stop = () => running.stop().finally(remove);
  const login = { username: USERNAME, password };
  const tell = (name: string, parameters: object) => ask({ ...running, login }, name, parameters);
  try {
    await tell('setSkill', { id: 'mcp', enabled: true });
    const mcp = (await tell('addMCPToken', { name: 'assistant' })) as { token: string };
    const remote = (await tell('addRemoteToken', { name: 'tunnel' })) as { token: string };
    await tell('addUser', { username: 'porter', password: randomBytes(12).toString('base64url'), group: 'user' });
    return {
      ...running,
      login,
      name: NAME,
      mcpToken: mcp.token,
      remoteToken: remote.token,
      bridge: `${process.execPath} ${PROGRAM} bridge`,
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
};
