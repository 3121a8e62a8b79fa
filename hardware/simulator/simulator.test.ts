import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { EVERYTHING, houseOf, live, START } from '../../property-tests/simulated-life.ts';
import { type Instant, kindOf, VirtualClock } from '../../twin/index.ts';
import { BACKEND_LAWS } from '../backend-contract.ts';
import { createSimulator } from './index.ts';

describe('the simulator obeys the laws of every backend', () => {
  for (const { title, holds } of BACKEND_LAWS) {
    test(title, () => {
      const { simulator, pass } = live([{ type: 'switch', device: { people: false } }, { type: 'shutter' }]);
      return holds({
        backend: simulator,
        point: { cid: 'C1', property: 'state' },
        contents: [0, 1],
        readOnly: { cid: 'C2', property: 'moving' },
        impossible: 2,
        settle: () => pass(2),
      });
    });
  }

  test('there are laws to obey', () => assert.equal(BACKEND_LAWS.length, 7));
});

describe('devices behave like devices', () => {
  test('every kind has a device that says each of its properties at the start, all possible, and nothing else', () => {
    const life = live(EVERYTHING);

    life.pass(0);

    const expected = EVERYTHING.flatMap(({ type }, index) =>
      Object.keys(kindOf(type)?.properties ?? {})
        .filter((property) => property !== 'reachable')
        .map((property) => `C${index + 1} ${property}`),
    );
    assert.deepEqual(life.said.map((line) => line.split(' ').slice(1, 3).join(' ')).toSorted(), expected.toSorted());
    assert.equal(EVERYTHING.length, 30);
  });

  test('nobody misses the first values by looking at the clock before they listen', () => {
    const clock = new VirtualClock(START);
    const { house, devices } = houseOf([{ type: 'switch' }, { type: 'dimmer' }]);
    const simulator = createSimulator({ clock, seed: 1, house, settings: { rooms: {}, devices } });
    const heard: string[] = [];

    simulator.link.subscribe(() => clock.now());
    clock.advanceTo((clock.now() + 10) as Instant);
    for (const listener of ['first', 'second']) {
      simulator.reports.subscribe(({ cid, property }) => heard.push(`${listener} ${cid} ${property}`));
    }

    assert.deepEqual(heard, ['first C1 state', 'first C2 state', 'first C2 brightness']);
  });

  test('a switch answers after tens of milliseconds', () => {
    const life = live([{ type: 'switch', device: { people: false } }]);
    life.pass(1);

    life.command('C1', 'state', 1);
    life.pass(0.015);
    assert.equal(life.now('C1', 'state'), 0);
    life.pass(0.085);

    assert.equal(life.now('C1', 'state'), 1);
  });

  test('a dimmer ramps, and comes back to where it was', () => {
    const life = live([{ type: 'dimmer', device: { people: false } }]);
    life.pass(1);

    life.command('C1', 'brightness', 90);
    life.pass(1);
    life.command('C1', 'state', 0);
    life.pass(2);
    life.command('C1', 'state', 1);
    life.pass(2);

    const levels = life.said.filter((line) => line.includes('brightness')).map((line) => Number(line.split(' ')[3]));
    assert.deepEqual(levels, [0, 40, 80, 90, 50, 10, 0, 40, 80, 90]);
    assert.equal(life.now('C1', 'state'), 1);
  });

  test('a color light takes colors as six digits', () => {
    const life = live([{ type: 'color-light' }]);

    life.command('C1', 'color', 'FF8000');
    life.pass(1);

    assert.equal(life.now('C1', 'color'), 'FF8000');
  });

  test('a shutter travels, tells where it is on the way, and arrives on time', () => {
    const life = live([{ type: 'shutter', device: { travel: 10, people: false } }]);
    life.pass(1);
    const before = life.said.length;

    life.command('C1', 'position', 55);
    life.pass(20);

    const way = life.said.slice(before).map((line) => line.split(' ').slice(2).join(' '));
    assert.deepEqual(way, [
      'moving 2',
      ...['position 10', 'position 20', 'position 30', 'position 40', 'position 50', 'position 55'],
      'moving 0',
    ]);
    const [first, last] = [life.said[before], life.said.at(-1)].map((line) => Number(line?.split(' ')[0]));
    assert.equal((last ?? 0) - (first ?? 0), 5_500);
  });

  test('it can be stopped on the way, and turned round', () => {
    const life = live([{ type: 'shutter', device: { travel: 10, people: false } }]);
    life.pass(1);

    life.command('C1', 'position', 100);
    life.pass(4.5);
    life.command('C1', 'stop', 1);
    life.pass(1);
    const stopped = Number(life.now('C1', 'position'));
    assert.ok(stopped > 40 && stopped < 50, `${stopped}`);
    assert.equal(life.now('C1', 'moving'), 0);
    assert.equal(life.now('C1', 'stop'), 0);

    life.command('C1', 'position', 100);
    life.pass(2);
    life.command('C1', 'position', 0);
    life.pass(0.5);
    assert.equal(life.now('C1', 'moving'), 1);
    life.pass(20);
    assert.equal(life.now('C1', 'position'), 0);
    assert.equal(life.now('C1', 'moving'), 0);
  });

  test('it goes on from where it stands, whether it had arrived, was stopped or was cranked by hand', () => {
    const life = live([{ type: 'shutter', device: { travel: 10, people: false } }]);
    const next = (target: number): number => {
      life.pass(30);
      const before = life.said.length;
      life.command('C1', 'position', target);
      life.pass(1.3);
      return Number(
        life.said
          .slice(before)
          .find((line) => line.includes('position'))
          ?.split(' ')[3],
      );
    };

    life.command('C1', 'position', 55);
    assert.equal(next(0), 45);
    life.command('C1', 'stop', 1);
    life.pass(1);
    const stopped = Number(life.now('C1', 'position'));
    assert.ok(Math.abs(next(100) - stopped - 10) <= 1, `stopped at ${stopped}`);
    life.simulator.press({ cid: 'C1', property: 'position', content: 30 });
    assert.equal(life.now('C1', 'moving'), 0);
    assert.equal(next(0), 20);
  });

  test('a blind that is told its slats on the way turns them when it hangs still', () => {
    const life = live([{ type: 'blind', device: { travel: 10, people: false } }]);

    life.command('C1', 'position', 80);
    life.pass(2);
    life.command('C1', 'angle', 45);
    life.pass(2);
    assert.equal(life.now('C1', 'angle'), 90);
    life.pass(10);

    assert.equal(life.now('C1', 'angle'), 45);
  });

  test('a meter counts what is on, and never counts back', () => {
    const life = live([
      { type: 'energy-meter', device: { measures: ['C2'] } },
      { type: 'switch', device: { watts: 2_000, people: false } },
    ]);
    life.pass(1);
    const before = Number(life.now('C1', 'energyImported'));
    assert.equal(life.now('C1', 'power'), 0);

    life.command('C2', 'state', 1);
    life.pass(10);
    assert.equal(life.now('C1', 'power'), 2_000);
    life.pass(3_600);

    const counted = Number(life.now('C1', 'energyImported')) - before;
    assert.ok(counted >= 1_900 && counted <= 2_010, `${counted} Wh in an hour`);
  });

  test('a cold room is heated to its setpoint, and a wide open window is felt', () => {
    const things = [{ type: 'thermostat' }, { type: 'radiator-valve' }, { type: 'window-contact' }];
    const life = live(things, { start: Date.parse('2026-01-15T00:00:00Z') as Instant });
    const temperature = () => Number(life.now('C1', 'temperature')) / 10;

    life.command('C1', 'setpoint', 50);
    life.pass(86_400);
    assert.ok(Math.abs(temperature() - 25) < 0.8, `${temperature()} °C after a day`);
    assert.equal(life.now('C1', 'valve'), life.now('C2', 'valve'));
    assert.ok(Number(life.now('C2', 'valve')) > 0);

    life.simulator.press({ cid: 'C3', property: 'open', content: 1 });
    life.pass(3_600);
    assert.ok(temperature() < 24, `${temperature()} °C with the window open`);
  });

  test('panels make nothing at night and much at noon, and the battery takes what is left over', () => {
    const things = [{ type: 'pv-inverter' }, { type: 'battery' }, { type: 'energy-meter' }];
    const life = live(things, { start: Date.parse('2026-06-20T00:00:00Z') as Instant });
    let [most, charged] = [0, 0];

    life.pass(3_600);
    assert.equal(life.now('C1', 'power'), 0);
    for (let hour = 0; hour < 24; hour += 1) {
      life.pass(3_600);
      most = Math.max(most, Number(life.now('C1', 'power')));
      charged = Math.max(charged, Number(life.now('C2', 'charge')));
    }

    assert.ok(most > 2_500 && most < 8_000, `${most} W`);
    assert.ok(charged > 90, `${charged} %`);
  });

  test('smoke, leaks and the siren are quiet unless somebody makes them tell', () => {
    const life = live([{ type: 'smoke-detector' }, { type: 'leak-sensor' }, { type: 'siren' }]);
    life.pass(7 * 86_400);
    assert.equal(life.said.length, 3);

    assert.equal(life.simulator.press({ cid: 'C1', property: 'smoke', content: 1 }), null);

    assert.match(life.said.at(-1) ?? '', / C1 smoke 1 by hand$/);
  });

  test('motion comes and goes with the time of day', () => {
    const life = live([{ type: 'motion-sensor' }]);
    const byHour = new Array<number>(24).fill(0);

    life.pass(14 * 86_400);

    for (const line of life.said.filter((text) => text.includes('motion 1'))) {
      const hour = Math.floor(((Number(line.split(' ')[0]) + START) / 3_600_000 + 1) % 24);
      byHour[hour] = (byHour[hour] ?? 0) + 1;
    }
    const between = (from: number, to: number) => byHour.slice(from, to).reduce((sum, count) => sum + count, 0);
    assert.ok(between(17, 23) > 60, `${byHour}`);
    assert.ok(between(17, 23) > 8 * between(0, 6), `${byHour}`);
  });
});
