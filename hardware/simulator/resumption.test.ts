import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { EVERYTHING, type Life, live, START } from '../../property-tests/simulated-life.ts';
import { type Instant, kindOf, type ValueSchema } from '../../twin/index.ts';

/** Something that somebody does to a device, `after` ms after the last thing. */
interface Deed {
  readonly after: number;
  readonly by: 'command' | 'press';
  readonly cid: string;
  readonly property: string;
  readonly content: number | string;
}

const contentOf = (schema: ValueSchema): fc.Arbitrary<number | string> =>
  'minimum' in schema ? fc.integer({ min: schema.minimum, max: schema.maximum }) : fc.constant('40E0D0');

const deedAt = (index: number): fc.Arbitrary<Deed> => {
  const rows = Object.entries(kindOf(EVERYTHING[index]?.type ?? '')?.properties ?? {});
  return fc.integer({ min: 0, max: rows.length - 1 }).chain((at) => {
    const [property, row] = rows[at] as (typeof rows)[number];
    return fc.record({
      after: fc.oneof(fc.integer({ min: 0, max: 3_000 }), fc.integer({ min: 0, max: 6 * 3_600_000 })),
      by: fc.constant(row.commandable ? ('command' as const) : ('press' as const)),
      cid: fc.constant(`C${index + 1}`),
      property: fc.constant(property),
      content: contentOf(row.content),
    });
  });
};
const deeds = fc.array(fc.integer({ min: 0, max: EVERYTHING.length - 1 }).chain(deedAt), { maxLength: 14 });
const seed = fc.integer({ min: 0, max: 1_000 });

/** What is said in a life with these deeds and six hours after them; `between` may do something to it before each deed. */
function said(
  all: readonly Deed[],
  with_: { readonly seed: number },
  pass: Pass = whole,
  between = (life: Life) => life,
) {
  let life = live(EVERYTHING, with_);
  const before: string[] = [];
  for (const deed of all) {
    pass(life, deed.after);
    const next = between(life);
    if (next !== life) before.push(...life.said);
    life = next;
    if (deed.by === 'press') life.simulator.press(deed);
    else life.command(deed.cid, deed.property, deed.content);
  }
  pass(life, 6 * 3_600_000);
  return [...before, ...life.said];
}

type Pass = (life: Life, ms: number) => void;
const whole: Pass = (life, ms) => life.pass(ms / 1_000);

describe('a simulated house is a machine whose future follows from its state', () => {
  test('the same seed and deeds give the same reports, another seed gives others', () => {
    fc.assert(
      fc.property(deeds, seed, (all, number) => {
        const once = said(all, { seed: number });

        assert.deepEqual(said(all, { seed: number }), once);
        assert.notDeepEqual(said(all, { seed: number + 1 }), once);
      }),
      { numRuns: 15 },
    );
  });

  test('many short steps equal one long step', () => {
    fc.assert(
      fc.property(
        deeds,
        seed,
        fc.array(fc.integer({ min: 1, max: 700_000 }), { minLength: 1 }),
        (all, number, steps) => {
          let turn = 0;
          const inSteps: Pass = (life, ms) => {
            for (let left = ms; left > 0; ) {
              const step = Math.min(left, steps[turn++ % steps.length] ?? 1, 10_000_000);
              const sensible = Math.max(step, Math.ceil(ms / 300));
              life.pass(Math.min(left, sensible) / 1_000);
              left -= Math.min(left, sensible);
            }
          };

          assert.deepEqual(said(all, { seed: number }, inSteps), said(all, { seed: number }));
        },
      ),
      { numRuns: 15 },
    );
  });

  test('taken down as JSON and put back in the middle, it goes on as if nothing had been', () => {
    fc.assert(
      fc.property(deeds, seed, (all, number) => {
        const again = (life: Life): Life => {
          const state = JSON.parse(JSON.stringify(life.simulator.state()));
          return live(EVERYTHING, { seed: number, start: life.clock.now(), origin: START, state });
        };

        assert.deepEqual(said(all, { seed: number }, whole, again), said(all, { seed: number }));
      }),
      { numRuns: 15 },
    );
  });

  test('it can be taken down while shutters travel, lamps ramp and answers are on their way', () => {
    const expected = live(EVERYTHING);
    const broken = live(EVERYTHING);
    for (const life of [expected, broken]) {
      life.pass(60);
      life.command('C6', 'position', 100);
      life.command('C3', 'brightness', 200);
      life.pass(0.3);
      life.command('C1', 'state', 1);
    }
    const state = JSON.parse(JSON.stringify(broken.simulator.state()));

    const before = [...broken.said];
    const resumed = live(EVERYTHING, { start: broken.clock.now(), origin: START, state });
    for (const life of [expected, resumed, broken]) life.pass(120);

    assert.deepEqual([...before, ...resumed.said], expected.said);
    assert.ok(resumed.said.filter((line) => line.includes('C6 position')).length > 20);
    assert.equal(resumed.now('C1', 'state'), 1);
  });

  test('a snapshot can be put back into the house that it was taken of', () => {
    const life = live(EVERYTHING);
    life.pass(3_600);
    const [state, at] = [JSON.parse(JSON.stringify(life.simulator.state())), life.clock.now()];
    const before = life.said.length;
    life.pass(7_200);
    const first = life.said.slice(before);

    const again = live(EVERYTHING, { start: at, origin: START });
    const begun = again.said.length;
    again.simulator.resume(state, at);
    again.pass(7_200);

    assert.deepEqual(again.said.slice(begun), first);
    assert.ok(first.length > 10);
  });

  test('a device that is told too much at once answers what it was told last, and keeps nothing of the rest', () => {
    const life = live(EVERYTHING);
    life.pass(1);

    for (let turn = 0; turn < 10_000; turn += 1) life.command('C1', 'state', turn % 2);
    const waiting = life.simulator.state();
    life.pass(5);

    assert.ok(JSON.stringify(waiting).length < 100_000);
    assert.equal(life.now('C1', 'state'), 1);
    assert.ok(life.said.filter((line) => line.includes('C1 state')).length < 20);
  });

  test('what nobody can press is refused in one sentence, and nothing changes', () => {
    const life = live(EVERYTHING);
    life.pass(1);
    const before = JSON.stringify(life.simulator.state());
    const impossible = [
      { cid: 'C99', property: 'state', content: 1 },
      { cid: 'C1', property: 'brightness', content: 1 },
      { cid: 'C1', property: 'constructor', content: 1 },
      { cid: 'C1', property: 'state', content: 2 },
      { cid: 'C1', property: 'state', content: 'on' },
      { cid: 'C1', property: 'state', content: Number.NaN },
      { cid: 'C1', property: 'reachable', content: 0 },
    ];

    for (const deed of impossible)
      assert.match(life.simulator.press(deed) ?? '', /^[A-Z].{15,200}\.$/, JSON.stringify(deed));

    assert.equal(JSON.stringify(life.simulator.state()), before);
  });

  test('no device ever says what its kind does not allow', () => {
    const life = live(EVERYTHING, { start: Date.parse('2026-07-01T00:00:00Z') as Instant });
    life.pass(10 * 86_400);

    assert.ok(life.said.length > 3_000, `${life.said.length}`);
    for (const line of life.said) {
      const [, cid = '', property = '', content] = line.split(' ');
      const row = kindOf(EVERYTHING[Number(cid.slice(1)) - 1]?.type ?? '')?.properties[property];
      const schema = row?.content;
      assert.ok(schema, line);
      if ('minimum' in schema) {
        assert.ok(Number.isInteger(Number(content)), line);
        assert.ok(Number(content) >= schema.minimum && Number(content) <= schema.maximum, line);
      }
    }
  });
});
