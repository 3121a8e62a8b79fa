import type { User } from './access/user.ts';
import type { View } from './access/view.ts';
import type { Language } from './errors.ts';

/** The way a request came: on the local network, or through remote access. */
export type Path = 'local' | 'remote';

/** Which projection carried it. `memory` is a call from inside, as tests make it. */
export type Transport = 'http' | 'socket' | 'mcp' | 'mqtt' | 'memory';

/** Who is calling, as the gate has established it. */
export interface Caller {
  readonly user: User;
  /** What the user may see and do. Ask it anew for each use: permissions change while a caller is connected. */
  readonly view: View;
  /** Session that the caller presented or was given; `null` for one without. */
  readonly sessionID: string | null;
  readonly path: Path;
  readonly transport: Transport;
  readonly language: Language;
}
