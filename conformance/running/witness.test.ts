import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { field } from '../clients/json.ts';
import type { Exchange } from '../clients/tape.ts';
import { ask, type GoodController } from '../testing/good-controller.ts';
import { startService } from '../testing/service.ts';
import type { Target } from '../trials/target.ts';
import { Witness } from './witness.ts';

/** Nobody but these tests switches in this building. */
describe('a witness', () => {
  let good: GoodController;
  const witness = new Witness();
  const began = performance.now();
  const now = () => Math.round(performance.now() - began);
  const exchange = (sent: Exchange['sent'], got: Exchange['got'] = null): Exchange => ({
    ...{ check: 'some.check', number: 1, at: now(), path: field(sent, 'borrow') ? 'suite' : 'http' },
    ...{ sent, got },
  });
  const borrow = (cid: string) => exchange({ borrow: 'lamp' }, { cid, rooms: [1], state: false });
  const command = (cid: string, value: boolean) =>
    exchange({ path: '/api/v1/componentUpdate', body: JSON.stringify({ cid, property: 'state', value }) });
  const switchBy = (cid: string, value: boolean) => ask(good, 'componentUpdate', { cid, property: 'state', value });
  /** Waits until the witness has heard of the switch, which comes to it on a connection of its own. */
  const heardOf = async (exchanges: readonly Exchange[], wanted: (told: string | null) => boolean) => {
    for (let tries = 0; tries < 600 && !wanted(witness.others(exchanges, began)); tries += 1) {
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    return witness.others(exchanges, began);
  };

  before(async () => {
    good = await startService({ cheapPasswords: true });
    const { username, password } = good.login;
    const target = { base: new URL(good.http), certificate: null, username, password } as Target;
    for (let tries = 1; !(await witness.watch(target)); tries += 1) assert.ok(tries < 6, 'no connection');
    // Heard at all: it may log in a moment later.
    const exchanges = [borrow('C12')];
    for (let tries = 0; tries < 600 && witness.others(exchanges, began) === null; tries += 1) {
      await switchBy('C12', tries % 2 === 0);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  });
  after(async () => {
    witness.stop();
    await good?.stop();
  });

  test('names what somebody else has switched', async () => {
    const exchanges = [borrow('C1')];
    await switchBy('C1', true);

    assert.equal(await heardOf(exchanges, (told) => told !== null), 'somebody else switched C1');
  });

  test('knows what the check itself has switched, and notices who switches it back', async () => {
    const exchanges = [borrow('C2'), command('C2', true)];
    await switchBy('C2', true);
    // What is heard of a later switch comes after the earlier one.
    const marker = [borrow('C3')];
    await switchBy('C3', true);
    await heardOf(marker, (told) => told !== null);

    assert.equal(witness.others(exchanges, began), null);
    await switchBy('C2', false);
    assert.equal(await heardOf(exchanges, (told) => told !== null), 'somebody else switched C2');
  });

  test('has nothing to say of what no check has borrowed', async () => {
    const marker = [borrow('C5')];
    await switchBy('C4', true);
    await switchBy('C5', true);
    await heardOf(marker, (told) => told !== null);

    assert.equal(witness.others([borrow('C6')], began), null);
  });

  test('of a controller that does not answer says nothing, and fails nowhere', async () => {
    const blind = new Witness();
    await blind.watch({ base: new URL('http://127.0.0.1:1'), certificate: null, username: '', password: '' } as Target);

    assert.equal(blind.others([borrow('C1')], began), null);
    blind.stop();
  });
});
