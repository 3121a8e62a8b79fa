import { HttpClient } from '../clients/http-client.ts';
import { field } from '../clients/json.ts';
import type { Tape } from '../clients/tape.ts';
import type { House } from '../discovery/house.ts';
import type { Lamp } from '../discovery/lamps.ts';
import type { Manners, Target } from '../trials/target.ts';

/** More are not needed: no check borrows that many. */
const MOST = 24;

/**
 * Which of these the given user may command. An administrator may command all; for anybody else a room may be View only, which
 * nothing shows but the answer to a command. What is commanded is what is there already.
 */
export const commandable = async (
  lamps: readonly Lamp[],
  { admin }: Pick<House, 'admin'>,
  { target, manners }: { readonly target: Target; readonly manners: Pick<Manners, 'readOnly'> },
  tape: Tape,
): Promise<readonly Lamp[]> => {
  if (admin || manners.readOnly) return lamps;
  const { base, certificate, username, password } = target;
  const http = new HttpClient(base, tape, 'http', base.protocol === 'https:' ? certificate : null);
  const may = async ({ cid, state }: Lamp): Promise<boolean> => {
    const command = { cid, property: 'state', value: state };
    const answer = await http.call('componentUpdate', { username, password }, command).catch(() => null);
    return field(answer?.body, cid) === true;
  };
  const tried = lamps.slice(0, MOST);
  const answers = await Promise.all(tried.map(may));
  return tried.filter((_, index) => answers[index]);
};
