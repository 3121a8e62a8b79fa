import assert from 'node:assert/strict';
import { after, before, describe, type TestContext, test } from 'node:test';
import { connectAsync } from 'mqtt';
import { pause } from '../property-tests/fixtures.ts';
import { Mosquitto, noMosquitto } from '../property-tests/mosquitto.ts';
import { KINDS } from '../twin/kinds/index.ts';
import { assemble } from './assemble.ts';
import type { Configuration } from './configuration/configuration.ts';
import { logTo } from './log.ts';
import { ReachedPoints } from './reached-points.ts';
import { load } from './scenario-folders.ts';

/** One component of each kind, called by its type. */
const COMPONENTS = KINDS.map(({ type, category }, at) => ({
  ...{ cid: `C${at + 1}` as const, type, category, name: type, rooms: [] },
  backend: null,
}));
const cidOf = (type: string): string => COMPONENTS.find((component) => component.type === type)?.cid ?? '';

const PLATFORMS = new Set('binary_sensor climate cover light lock number select sensor siren switch'.split(' '));

describe('what Home Assistant is told of a house, and tells it', { skip: noMosquitto }, () => {
  let broker: Mosquitto;
  before(async () => {
    broker = await Mosquitto.start();
  });
  after(() => broker.end());

  const open = async (context: TestContext, name: string, isReached?: (cid: string, property: string) => boolean) => {
    const client = await connectAsync(broker.url);
    const topics = new Map<string, string>();
    const heard: { readonly topic: string; readonly payload: string }[] = [];
    client.on('message', (topic, payload) => {
      topics.set(topic, payload.toString());
      heard.push({ topic, payload: payload.toString() });
    });
    await client.subscribeAsync('#');
    context.after(() => client.endAsync(true));
    const controller = await assemble({
      real: {
        scenario: {
          ...{ name: 'controller', seed: 1, accounts: [], devices: { rooms: {}, devices: {} } },
          house: {
            ...{ name, timeZone: 'UTC', place: { latitude: 50, longitude: 10 } },
            ...{ components: COMPONENTS, rooms: [], zones: [], scenes: [] },
          },
        },
        accounts: async () => [{ username: 'admin', password: 'a long enough one', group: 'admin' }],
        bus: () => assert.fail('there is no bus'),
        north: {
          ...{ url: broker.url, user: 'admin', base: 'twinhaus', discovery: 'homeassistant', client: {} },
          say: () => {},
          ...(isReached !== undefined && { isReached }),
        },
      },
      load,
      log: logTo(() => {}, false),
    });
    context.after(() => controller.close());
    const until = async (holds: () => boolean, what: () => unknown): Promise<void> => {
      for (let tries = 0; !holds(); tries += 1) {
        assert.ok(tries < 1_500, JSON.stringify(what()));
        await pause(10);
      }
    };
    await until(
      () => topics.get(`twinhaus/${name}/status`) === 'online',
      () => [...topics.keys()],
    );
    const main = (type: string) =>
      JSON.parse(topics.get(`homeassistant/device/${name}_${cidOf(type)}/config`) ?? '{}').cmps?.main;
    /** What is said on a topic after a command. */
    const becomes = async (at: string, payload: string, topic: string, value: string) => {
      const begin = heard.length;
      await client.publishAsync(at, payload);
      await until(
        () => heard.slice(begin).some((each) => each.topic === topic && each.payload === value),
        () => [topic, topics.get(topic), value],
      );
    };
    return {
      topics,
      heard,
      main,
      becomes,
      at: (type: string, what: string) => `twinhaus/${name}/${cidOf(type)}/${what}`,
    };
  };

  test('every kind is announced with platforms that it has, before its values', async (context) => {
    const { topics, heard, at } = await open(context, 'all');
    for (const { type } of KINDS) {
      const config = `homeassistant/device/all_${cidOf(type)}/config`;
      const { cmps } = JSON.parse(topics.get(config) ?? '{}');
      for (const { p } of Object.values<{ p: string }>(cmps)) assert.ok(PLATFORMS.has(p), `${type} ${p}`);
      const first = heard.findIndex(({ topic }) => topic.startsWith(at(type, '')));
      assert.ok(first === -1 || heard.findIndex(({ topic }) => topic === config) < first, type);
    }
  });

  test('a cover opens, closes and stops by its buttons, and its slats are open when they are level', async (context) => {
    const { main, at, becomes } = await open(context, 'covered');
    for (const type of ['blind', 'shutter', 'awning', 'garage-door']) {
      const { cmd_t, pl_open, pl_cls, pl_stop } = main(type);
      assert.equal(cmd_t, at(type, 'position/set'));
      await becomes(cmd_t, pl_cls, at(type, 'position'), '100');
      await becomes(cmd_t, pl_open, at(type, 'position'), '0');
      await becomes(cmd_t, pl_stop, at(type, 'stop'), 'true');
    }
    const { tilt_min, tilt_max, tilt_opnd_val, tilt_clsd_val } = main('blind');
    // Home Assistant takes the one as 0 and the other as 100 %, and 100 % as open.
    assert.deepEqual([tilt_min, tilt_max, tilt_clsd_val, tilt_opnd_val], [90, 0, 90, 0]);
  });

  test('a siren is told a word and not an object, and has neither tones nor a duration', async (context) => {
    const { main } = await open(context, 'loud');
    const { cmd_tpl, sup_dur, sup_vol } = main('siren');
    assert.deepEqual([cmd_tpl, sup_dur, sup_vol], ['{{ value }}', false, false]);
  });

  test('off is a word where words are told, and false elsewhere', async (context) => {
    const { becomes, at } = await open(context, 'worded');
    await becomes(at('thermostat', 'mode/set'), 'off', at('thermostat', 'mode'), 'off');
    await becomes(at('ventilation', 'level/set'), 'off', at('ventilation', 'level'), 'off');
    await becomes(at('switch', 'state/set'), 'on', at('switch', 'state'), 'true');
    await becomes(at('switch', 'state/set'), 'off', at('switch', 'state'), 'false');
  });

  test('a thermostat heats or is off, and economy is a preset', async (context) => {
    const { main, topics } = await open(context, 'warm');
    const { modes, pr_modes, mode_stat_t, mode_cmd_t } = main('thermostat');
    assert.deepEqual([modes, pr_modes, `${mode_stat_t}/set`], [['off', 'heat'], ['eco'], mode_cmd_t]);
    const { cmps } = JSON.parse(topics.get(`homeassistant/device/warm_${cidOf('thermostat')}/config`) ?? '{}');
    assert.deepEqual(Object.keys(cmps), ['main', 'valve']);
  });

  test('what no device is behind is neither announced nor shown', async (context) => {
    const reached = new ReachedPoints({
      buses: [
        {
          points: Object.entries({
            thermostat: ['setpoint', 'temperature'],
            'color-light': ['state', 'colorTemperature'],
            shutter: ['position'],
            blind: ['stop', 'angle'],
            'door-lock': ['charge'],
          }).flatMap(([type, properties]) => properties.map((property) => ({ cid: cidOf(type), property }))),
        },
      ] as unknown as Configuration['buses'],
    });
    const { topics, main, at, becomes } = await open(context, 'reached', reached.has);
    const keys = (type: string) =>
      Object.keys(JSON.parse(topics.get(`homeassistant/device/reached_${cidOf(type)}/config`) ?? '{}').cmps);
    assert.deepEqual(['thermostat', 'color-light', 'shutter', 'blind', 'door-lock'].map(keys), [
      ...[['main'], ['main'], ['main'], ['stop', 'angle'], ['charge']],
    ]);
    const { modes, mode_stat_tpl, pr_modes, mode_cmd_t } = main('thermostat');
    assert.deepEqual([modes, mode_stat_tpl, pr_modes, mode_cmd_t], [['heat'], 'heat', undefined, undefined]);
    const lamp = main('color-light');
    assert.deepEqual([lamp.bri_cmd_t, lamp.rgb_cmd_t], [undefined, undefined]);
    assert.equal(lamp.clr_temp_cmd_t, at('color-light', 'colorTemperature/set'));
    assert.equal(main('shutter').pl_stop, null);
    await becomes(at('shutter', 'position/set'), '30', at('shutter', 'position'), '30');
    // What hangs on no bus has everything.
    assert.ok(main('dimmer').bri_cmd_t);
    assert.equal(topics.has(at('color-light', 'color')), false);
  });

  test('a lamp with colors is one entity', async (context) => {
    const { main, at } = await open(context, 'colored');
    const { rgb_stat_t, rgb_cmd_t, clr_temp_cmd_t } = main('color-light');
    assert.deepEqual(
      [rgb_stat_t, rgb_cmd_t, clr_temp_cmd_t],
      ['color', 'color/set', 'colorTemperature/set'].map((what) => at('color-light', what)),
    );
    assert.equal(main('dimmer').rgb_cmd_t, undefined);
  });
});
