import type { Observable } from 'rxjs';
import type { Clock } from '../../twin/index.ts';
import type { ConfigurationUpdate } from '../configuration-updates.ts';
import type { Events } from '../events.ts';
import type { Answer } from '../gate.ts';

/** What the server of one MCP session needs of the controller. */
export interface AssistantContext {
  /** Hands a call to the gate with the rights of the session's token: `getRooms`, `componentUpdate` … Never rejects. */
  ask(call: string, input?: unknown): Promise<Answer>;
  /** Whether the session's token may read only; may change while the session lasts. */
  readOnly(): boolean;
  /** The stream of changes as the API tells it. */
  readonly events: Events;
  /** What changes in the configuration. */
  readonly configuration: Observable<ConfigurationUpdate>;
  /** The twin's time, and the real one for limits that are about networks and people. */
  readonly clock: Clock;
  readonly networkClock: Clock;
  readonly controller: { readonly name: string; readonly version: string };
}
