import type { About } from '../api/http/start-page.ts';
import type { Life } from './life.ts';
import { VERSION } from './version.ts';

/** What the pages say about the house that lives at present. */
export const about = (life: () => Life, isReal: boolean): About => ({
  get name() {
    return life().scenario.house.name;
  },
  version: VERSION,
  means: isReal
    ? 'The controller of this building: every device, room and scene behind one interface.'
    : 'A simulated house behind the whole interface, with a clock that you drive.',
  get facts() {
    const { identity, twin } = life();
    if (isReal) return [{ label: 'Components', text: String(twin.components.size) }];
    return [
      { label: 'Scenario', text: identity.scenario },
      { label: 'Seed', text: String(identity.seed) },
      { label: 'Components', text: String(twin.components.size) },
    ];
  },
  get accounts() {
    return accountsForTrying(life());
  },
  ways: [
    { name: 'Socket.io 4', address: '/socket.io-v4', means: 'Namespace /api/v1; pushes every change as it comes.' },
    { name: 'Socket.io 2', address: '/socket.io', means: 'The same for older clients.' },
    { name: 'MCP', address: '/mcp', means: 'For AI assistants; needs a token as authorization: Bearer ….' },
    ...(isReal ? [] : [{ name: 'Sandbox', address: '/sandbox/v1', means: 'Drives the clock and the devices.' }]),
  ],
});

/** Accounts whose password the scenario gives in clear: everybody may know them. */
export const accountsForTrying = ({ scenario }: Pick<Life, 'scenario'>): NonNullable<About['accounts']> =>
  scenario.accounts.flatMap(({ username, password, group, enabled, remoteAccess, rooms = {}, scenes = {} }) => {
    if (password === undefined) return [];
    const limits = [...Object.values(rooms), ...Object.values(scenes)].some((level) => level !== 'Full');
    const means = [
      group === 'admin' ? 'every call' : 'the calls of a user',
      ...(enabled === false ? ['disabled'] : []),
      ...(remoteAccess === true ? ['may come through remote access'] : []),
      ...(limits ? ['some rooms and scenes are not theirs'] : []),
    ];
    return [{ username, password, means: means.join(', ') }];
  });
