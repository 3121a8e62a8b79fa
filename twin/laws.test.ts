import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { DataEntry } from './data-entry.ts';
import { replay } from './replay.ts';
import { after, World } from './toy-house.test.ts';
import type { TwinState } from './twin.ts';

test('the same seed and inputs give the same journal, byte for byte', () => {
  fc.assert(
    fc.property(seeds, days, (seed, inputs) => {
      const one = live(new World(seed), inputs);
      const other = live(new World(seed), inputs);

      assert.ok(one.length > 10);
      assert.deepEqual(other, one);
    }),
  );
});

test('many short advances equal one long one', () => {
  fc.assert(
    fc.property(seeds, days, fc.array(fc.integer({ min: 0, max: 3_000 }), { maxLength: 40 }), (seed, inputs, steps) => {
      const long = live(new World(seed), inputs);
      const stops = steps.map((step, index) => ({ at: step * (index + 1), put: () => undefined }));
      const most = new World(seed);
      most.most = 1;

      assert.deepEqual(live(new World(seed), [...inputs, ...stops]), long);
      assert.deepEqual(live(most, inputs), long);
    }),
  );
});

test('a restart in the middle, at any instant, equals no restart', () => {
  fc.assert(
    fc.property(seeds, days, fc.array(instants, { minLength: 1, maxLength: 5 }), (seed, inputs, restarts) => {
      const straight = live(new World(seed), inputs);
      const world = new World(seed);
      const again = restarts.map((at) => ({ at, put: () => world.restart() }));

      assert.deepEqual(live(world, [...inputs, ...again]), straight);
    }),
  );
});

test('the journal’s inputs, put in again from any state, give the rest of the journal', () => {
  fc.assert(
    fc.property(seeds, days, instants, (seed, inputs, checkpoint) => {
      const world = new World(seed);
      let kept = world.state();
      const journal = live(world, [...inputs, { at: checkpoint, put: () => (kept = world.state()) }]);
      const from = JSON.parse(kept) as { twin: TwinState };

      const fork = new World(seed, kept);
      replay({ twin: fork.twin, clock: fork.clock, lines: journal, press: (report) => fork.toy.press(report) });
      fork.clock.advanceTo(after(END));

      assert.deepEqual(fork.lines, journal.slice(from.twin.sequence));
    }),
  );
});

test('one frame makes one entry, and the sequence only ever grows', () => {
  fc.assert(
    fc.property(seeds, days, (seed, inputs) => {
      const world = new World(seed);
      const seen: DataEntry[] = [];
      world.twin.entries.subscribe((entry) => seen.push(entry));
      const lines = live(world, inputs).map((line) => JSON.parse(line));

      const numbers = lines.map(({ seq }) => seq);
      assert.deepEqual(
        numbers,
        Array.from(numbers, (_, index) => index + 1),
      );
      const entries = lines.filter(({ kind }) => kind === 'entry');
      assert.equal(entries.length, lines.filter(({ kind }) => kind === 'report').length);
      const listed = seen.map(({ sequence, content }) => [sequence, content]);
      const written = entries.map(({ seq, content }) => [seq, content]);
      assert.deepEqual(listed, written.slice(-listed.length));
    }),
  );
});

test('a late subscriber gets the present entry, then every new one', () => {
  fc.assert(
    fc.property(seeds, days, instants, (seed, inputs, late) => {
      const world = new World(seed);
      const seen: DataEntry[] = [];
      let present: DataEntry | undefined;
      const subscribe = () => {
        present = world.twin.components.get('C2')?.entry('brightness');
        world.twin.components
          .get('C2')
          ?.stream('brightness')
          ?.subscribe((entry) => seen.push(entry));
      };
      const journal = live(world, [...inputs, { at: late, put: subscribe }]).map((line) => JSON.parse(line));

      const since = present?.sequence ?? 0;
      const of = ({ kind, cid, property, seq }: Record<string, unknown>) =>
        kind === 'entry' && cid === 'C2' && property === 'brightness' && Number(seq) >= since;
      const written = journal.filter(of).map(({ seq }) => seq);
      assert.deepEqual(
        seen.map(({ sequence }) => sequence),
        since === 0 ? [0, ...written] : written,
      );
    }),
  );
});

const END = 90_000;
const instants = fc.integer({ min: 0, max: END });
const seeds = fc.integer();

/** Something that happens to the world from outside. */
interface Happening {
  readonly at: number;
  readonly put: (world: World) => unknown;
}

const USER = { by: 'user', user: 'resident', call: 'componentUpdate' } as const;
const days = fc.array(
  fc.record({
    at: fc.oneof(instants, fc.constantFrom(500, 1_000, 2_000)),
    put: fc.oneof(
      fc.boolean().map((value) => (world: World) => {
        world.twin.command({ cid: 'C1', property: 'state', value, cause: USER });
      }),
      fc.integer({ min: 0, max: 100 }).map((value) => (world: World) => {
        world.twin.command({ cid: 'C2', property: 'brightness', value, cause: USER });
      }),
      fc.integer({ min: 0, max: 1 }).map((content) => (world: World) => {
        world.toy.press({ cid: 'C1', property: 'state', content });
      }),
      fc.constantFrom(1, 2).map((scene) => (world: World) => {
        world.twin.runScene(scene, { ...USER, call: 'executeScene' });
      }),
      fc.constantFrom(1, 2).map((scene) => (world: World) => {
        world.twin.runScene(scene, { ...USER, call: 'executeScene' });
        world.twin.stopScene(scene, { ...USER, call: 'stopScene' });
      }),
      fc.nat(9).map((id) => (world: World) => {
        world.twin.note({ collection: 'users', action: 'set', id, cause: USER }, { enabled: false });
      }),
      fc.constantFrom('rooms', 'zones').map((collection) => (world: World) => {
        const record = { name: 'New', zones: [] };
        world.twin.configure({ collection, action: 'add', record }, { ...USER, call: 'addRoom' });
      }),
    ),
  }),
  { maxLength: 25 },
);

/** Lets the happenings happen, in order, and time pass until the end; answers the journal. */
function live(world: World, happenings: readonly Happening[]): readonly string[] {
  const order = [...happenings].sort((one, other) => one.at - other.at);
  for (const { at, put } of order) {
    world.advanceTo(after(at));
    put(world);
  }
  world.advanceTo(after(END));
  return world.lines;
}
