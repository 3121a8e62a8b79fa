import type { Caller, Path, Transport } from '../caller.ts';
import type { Language } from '../errors.ts';
import type { LoginRequest } from './access.ts';
import type { User } from './user.ts';
import type { View } from './view.ts';

/** What a caller looks up each time anew. */
export interface CallerSources {
  readonly users: ReadonlyMap<number, User>;
  view(user: User): View;
}

/** Somebody who was let in. The user's record and view are always the present ones; of a removed user, the last. */
export class KnownCaller implements Caller {
  readonly sessionID: string | null;
  readonly path: Path;
  readonly transport: Transport;
  readonly language: Language;
  /** Has logged out; nothing that this caller asks for is answered any more. */
  ended = false;
  /** Which of the user's passwords let them in, where no session says so. */
  passwords: number;
  readonly #sources: CallerSources;
  #user: User;

  constructor(
    sources: CallerSources,
    user: User,
    request: Pick<LoginRequest, 'path' | 'transport' | 'language'>,
    sessionID: string | null,
    passwords = 0,
  ) {
    this.#sources = sources;
    this.#user = user;
    this.sessionID = sessionID;
    this.passwords = passwords;
    this.path = request.path;
    this.transport = request.transport;
    this.language = request.language;
  }

  get user(): User {
    this.#user = this.#sources.users.get(this.#user.id) ?? this.#user;
    return this.#user;
  }

  get view(): View {
    return this.#sources.view(this.user);
  }
}
