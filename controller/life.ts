import type { Access } from '../api/access/access.ts';
import type { McpTokens } from '../api/access/mcp-tokens.ts';
import type { TokenList } from '../api/access/token-list.ts';
import type { Audit } from '../api/audit.ts';
import type { EventFeed } from '../api/events.ts';
import type { Gate } from '../api/gate.ts';
import type { McpInterface } from '../api/mcp/mcp.ts';
import type { MqttProjection } from '../api/mqtt/mqtt.ts';
import type { SocketInterface } from '../api/socket/socket.ts';
import type { LiveWebHooks } from '../api/webhooks/create-web-hooks.ts';
import { type Clock, seconds } from '../twin/index.ts';
import type { Core, North } from './assemble-life.ts';
import type { HaltingPace } from './halting-pace.ts';
import type { Journal } from './journal/journal.ts';
import type { LeasedStore } from './leased-store.ts';
import { within } from './within.ts';

/** A house from its beginning to a reset or the end of the process, with all that belongs to it alone. */
export interface Life extends Core {
  readonly pace: HaltingPace;
  readonly journal: Journal;
  readonly access: Access;
  readonly remoteTokens: TokenList;
  readonly mcpTokens: McpTokens;
  readonly audit: Audit;
  readonly store: LeasedStore | null;
  readonly events: EventFeed;
  readonly gate: Gate;
  readonly sockets: SocketInterface;
  readonly mcp: McpInterface;
  readonly webHooks: LiveWebHooks;
  /** The house on a broker; `null` where none is configured. */
  readonly mqtt: MqttProjection | null;
  /** Shows the house on a broker. */
  show(north: North): MqttProjection;
}

/** How long whoever is connected has to say goodbye; nobody is waited for any longer. */
const GOODBYE = seconds(0.3);

/** Nothing happens any more, and nobody can make anything happen. The house is still there to be taken down. */
export const freeze = async ({ pace, sockets, mcp, mqtt, events, webHooks }: Life, clock: Clock): Promise<void> => {
  pace.halt('the house is no more');
  await within(clock, GOODBYE, Promise.all([sockets.close(), mcp.close(), mqtt?.close()]));
  events.close();
  await within(clock, GOODBYE, webHooks.close());
};

/** Ends a frozen life. What it keeps is closed by whoever opened it. */
export const endLife = async (life: Life, clock: Clock): Promise<void> => {
  life.twin.close();
  await leaveBuses(life, clock);
};

/** Closes all buses at once; one that does not get away is left. */
export const leaveBuses = async ({ simulator, buses }: Core, clock: Clock): Promise<void> => {
  await within(clock, GOODBYE, Promise.all([simulator, ...buses].map((backend) => backend.close())));
};
