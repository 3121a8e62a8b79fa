import type { ConfigurationChange, ConfigurationEvent, ConfigurationOutcome } from '../../twin/index.ts';
import type { CallContext } from '../call.ts';
import { CallFault } from '../errors.ts';

/** Carries out a change of the configuration; answers the identifier. Faults: 112 for what does not exist, 106 for what cannot be. */
export const configure = ({ twin, access, cause }: CallContext, change: ConfigurationChange): number | string => {
  const outcome = twin.configure(change, cause);
  if (!outcome.ok) throw faultOf(outcome);
  // Before anybody can ask or be told: who sees what follows from where the components are.
  if (change.collection === 'components' || change.collection === 'rooms') access.houseChanged();
  return outcome.id;
};

const faultOf = ({ fault, field, reason }: Extract<ConfigurationOutcome, { ok: false }>): CallFault =>
  new CallFault(fault === 'unknown' ? 112 : 106, undefined, `${field}: ${reason}`);

/** Notes that a user has changed. `record` is what changed of the user, without secrets. */
export const noteUser = (
  context: CallContext,
  action: 'add' | 'set' | 'remove',
  id: number,
  record: { readonly [field: string]: unknown } | null,
): void => noteElsewhere(context, { collection: 'users', action, id }, record);

/** Notes that something has changed which the twin does not keep. `record` is what changed of it, without secrets. */
export const noteElsewhere = (
  { twin, cause }: CallContext,
  event: Omit<ConfigurationEvent, 'sequence' | 'cause'>,
  record: { readonly [field: string]: unknown } | null,
): void => twin.note({ ...event, cause }, record);

/** Takes levels away from users whose room or scene does not exist any more. */
export const tidyUsers = async (context: CallContext): Promise<void> => {
  const { access, twin } = context;
  for (const id of await access.tidy(twin)) {
    const user = access.users.get(id);
    if (user !== undefined) noteUser(context, 'set', id, { rooms: user.rooms, scenes: user.scenes });
  }
};
