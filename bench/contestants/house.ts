import { assemble } from '../../controller/assemble.ts';
import { listen } from '../../controller/listeners.ts';
import { logTo } from '../../controller/log.ts';
import { load } from '../../controller/scenario-folders.ts';
import type { Cid } from '../../twin/index.ts';
import { type Flow, flow, pointOf } from './changes.ts';
import { answer } from './channel.ts';
import { createPlayedDevices, type PlayedDevices } from './played-devices.ts';
import { watch } from './watching-automations.ts';

/** The whole controller, as `twinhaus sandbox` assembles it, around devices that the bench plays. */
const [components = '200', automations = '0'] = process.argv.slice(2);
let devices: PlayedDevices | undefined;

const controller = await assemble({
  scenario: `generated:components=${components}`,
  speed: 1,
  load,
  log: logTo((text) => process.stderr.write(text), true),
  simulate: (options) => {
    devices = createPlayedDevices(options);
    return devices;
  },
});
watch(controller.life.twin, devices?.points ?? [], Number(automations));
const { http } = await listen(controller, { host: '127.0.0.1', httpPort: 0, httpsPort: 0, remotePort: undefined });

answer({
  points: () => devices?.points,
  switch: () => ({
    cid: [...controller.life.twin.components.values()].find(({ type }) => type === 'switch')?.cid,
    property: 'state',
  }),
  webHooks: async ({ url, count }: { readonly url: string; readonly count: number }) => {
    const points = devices?.points ?? [];
    for (let index = 0; index < count; index += 1) {
      const { cid, property } = pointOf(points, index);
      await controller.life.webHooks.add({ url: `${url}/${index}`, enabled: true, cid: cid as Cid, property });
    }
    return count;
  },
  /** `from`: index of the first change. */
  changes: ({ from = 0, ...how }: Flow & { readonly from?: number }) =>
    flow(how, (index) => devices?.change(from + index)),
});

process.stdout.write(`${JSON.stringify({ event: 'ready', http })}\n`);
process.once('SIGTERM', async () => {
  await controller.close();
  process.exit();
});
