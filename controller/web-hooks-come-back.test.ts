import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { openReceiver } from '../property-tests/receiver.ts';
import { lamp, WiredHouses, wired } from '../property-tests/wired-house.ts';

const houses = new WiredHouses();
afterEach(() => houses.end());

const LARGER = wired({ components: [lamp('C1'), lamp('C2')] });

test('a webhook on a component that was taken away watches again when that comes back', async () => {
  const receiver = await openReceiver();
  const data = houses.folder();
  const house = await houses.start(data, LARGER);
  await house.controller.life.webHooks.add({ cid: 'C2', property: 'state', url: receiver.origin, enabled: true });
  house.wire().say('C2', 1);
  await receiver.heard(1);
  await house.renew(wired());
  await house.renew(LARGER);
  house.wire().say('C2', 0);
  await receiver.heard(2);
  await house.close();
  // This time it is gone when the controller starts.
  const again = await houses.start(data, wired());
  await again.renew(LARGER);
  again.wire().say('C2', 1);
  await receiver.heard(3);

  assert.deepEqual(
    receiver.told.map(({ content }) => content),
    ['1', '0', '1'],
  );
  await again.close();
  await receiver.close();
});
