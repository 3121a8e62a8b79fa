import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type Asked, answerTo, HostileLine } from '../../property-tests/peers/hostile-line.ts';
import { random } from '../../twin/index.ts';

const ROUNDS = 100_000;
/** What no device holds; where it is told, an answer was believed that is none. */
const POISON = 666;
const WIRES = ['tcp', 'rtu'] as const;

describe('a line whose devices lie', () => {
  for (const over of WIRES) {
    const poisoned = (asked: Asked) => answerTo(asked, POISON);

    test(`over ${over}, believes no answer of another unit, of another question, or with a wrong byte`, () => {
      const line = new HostileLine(over, [1]);
      const [asked] = line.questions();
      assert.ok(asked);
      line.hear(line.frame({ ...asked, unit: 2 }, poisoned(asked)));
      line.hear(line.frame(asked, Buffer.from([asked.code ^ 1, ...poisoned(asked).subarray(1)])));
      if (over === 'tcp') line.hear(line.frame({ ...asked, transaction: asked.transaction + 1 }, poisoned(asked)));
      else {
        const wrong = line.frame(asked, poisoned(asked));
        wrong[wrong.length - 1] = (wrong.at(-1) as number) ^ 1;
        line.hear(wrong);
      }
      assert.deepEqual([line.reports, line.questions()], [[], []]);
      line.hear(line.frame(asked, answerTo(asked, 1)));

      assert.deepEqual(
        line.reports.map(({ content }) => content),
        [1],
      );
    });

    test(`over ${over}, half a frame is a silence, and its other half no answer to the next question`, () => {
      const line = new HostileLine(over, [1]);
      const [asked] = line.questions();
      assert.ok(asked);
      const whole = line.frame(asked, poisoned(asked));
      line.hear(whole.subarray(0, -2));
      line.pass(200);
      line.hear(whole.subarray(-2));
      if (over === 'rtu') line.pass(200);
      const next = line.questions().at(-1);
      assert.ok(next);
      line.hear(line.frame(next, answerTo(next, 7)));

      assert.deepEqual(
        line.reports.map(({ content }) => content),
        [7],
      );
    });

    test(`over ${over}, a device that is silent is not reachable, one that refuses is; the others stay as they are`, () => {
      const line = new HostileLine(over, [1, 2, 3, 4]);
      for (let turn = 0; turn < 200; turn += 1) {
        for (const asked of line.questions()) {
          // Unit 2 says nothing, 3 refuses whatever it is asked, and a gateway says of 4 that it does not answer.
          if (asked.unit === 1) line.hear(line.frame(asked, answerTo(asked, 1)));
          if (asked.unit === 3) line.hear(line.frame(asked, Buffer.from([asked.code | 0x80, 2])));
          if (asked.unit === 4) line.hear(line.frame(asked, Buffer.from([asked.code | 0x80, 11])));
        }
        line.pass(50);
      }

      assert.deepEqual(
        ['C10', 'C11', 'C20', 'C21', 'C30', 'C31', 'C40', 'C41'].map((cid) => line.isUp(cid)),
        [true, true, false, false, true, true, false, false],
      );
      assert.deepEqual([line.isUp(null), line.opens], [true, 1], 'the line itself stays up');
    });

    test(`over ${over}, a flood keeps no memory, delays no timeout and is no answer`, () => {
      const line = new HostileLine(over, [1]);
      line.tell(1, 1);
      const asked = line.questions()[0];
      assert.ok(asked);
      const stranger = line.frame({ transaction: 40_000, unit: 2 }, poisoned(asked));
      const flood = Buffer.concat(Array.from({ length: 1_000 }, () => stranger));
      // Ten times 11 kB in each of twenty steps of 10 ms: the timeout of 200 ms comes all the same.
      for (let step = 0; step < 20; step += 1) {
        for (let burst = 0; burst < 10; burst += 1) line.hear(flood);
        line.pass(10);
      }
      line.pass(10_000);

      assert.deepEqual(line.reports, []);
      assert.equal(line.outcomes[0]?.length, 1, 'the command has its one outcome');
      assert.equal(line.outcomes[0]?.[0]?.ok, false);
    });

    test(`over ${over}, ${ROUNDS} hostile frames never become a value, and each command ends exactly once`, () => {
      const line = new HostileLine(over, [1, 2]);
      const play = new HostilePlay(line, over, 17);
      while (play.frames < ROUNDS) play.turn();
      line.pass(30_000);

      const contents = line.reports.map(({ content }) => content);
      assert.ok(!contents.includes(POISON), `told ${contents.filter((each) => each === POISON).length} times`);
      assert.ok(contents.length > ROUNDS / 200, `${contents.length} true values came through`);
      assert.ok(line.outcomes.length > ROUNDS / 200, `${line.outcomes.length} commands`);
      assert.deepEqual(new Set(line.outcomes.map(({ length }) => length)), new Set([1]));
      assert.ok(line.outcomes.some(([outcome]) => outcome?.ok) && line.outcomes.some(([outcome]) => !outcome?.ok));
    });
  }
});

/** The other end of a line in the hands of chance: now and then it answers rightly, else it does its worst. */
class HostilePlay {
  frames = 0;
  readonly #line: HostileLine;
  readonly #over: 'tcp' | 'rtu';
  readonly #chance: ReturnType<typeof random>;
  #count = 0;

  constructor(line: HostileLine, over: 'tcp' | 'rtu', seed: number) {
    this.#line = line;
    this.#over = over;
    this.#chance = random(seed);
  }

  turn(): void {
    const line = this.#line;
    if (this.#dice(20) === 0) line.tell(1 + this.#dice(2), this.#dice(2));
    // Only the last question is still open; what is said to an older one might be true of this one.
    const asked = line.questions().at(-1);
    if (asked !== undefined) {
      for (let left = this.#dice(4); left > 0; left -= 1) this.#hear(this.#lie(asked));
      this.#count += 1;
      if (this.#dice(3) > 0)
        this.#hear(line.frame(asked, answerTo(asked, asked.code === 3 ? this.#count & 1 : this.#count % 600)));
    }
    // Nobody who is asked may answer later than a line may be silent: over serial lines no answer says what it answers.
    if (this.#dice(200) === 0) line.hangUp();
    line.pass(this.#dice(300));
    line.open();
  }

  #lie(asked: Asked): Buffer {
    const line = this.#line;
    const lie = answerTo(asked, POISON);
    const whole = line.frame(asked, lie);
    const flip = (at: number) => {
      whole[at] = (whole[at] as number) ^ (1 << this.#dice(8));
    };
    switch (this.#dice(7)) {
      case 0:
        return line.frame({ ...asked, unit: asked.unit + 1 + this.#dice(250) }, lie);
      case 1:
        if (this.#over === 'tcp')
          return line.frame({ ...asked, transaction: (asked.transaction + 1 + this.#dice(60_000)) & 0xffff }, lie);
        flip(whole.length - 1 - this.#dice(2));
        return whole;
      case 2:
        // One bit of what says whose answer it is, or anywhere where a checksum covers it.
        flip(this.#over === 'tcp' ? this.#dice(2) : this.#dice(whole.length));
        return whole;
      case 3:
        return line.frame(asked, Buffer.from([asked.code ^ (1 + this.#dice(126)), ...lie.subarray(1)]));
      case 4:
        return line.frame(
          { ...asked, transaction: asked.transaction ^ 1, unit: asked.unit ^ 0x80 },
          Buffer.alloc(this.#dice(200) + 2, 0x5a),
        );
      case 5:
        return this.#over === 'rtu'
          ? Buffer.from(Array.from({ length: this.#dice(300) }, () => this.#dice(256)))
          : line.frame({ ...asked, unit: 0 }, lie);
      default:
        // Half a frame over a serial line; over TCP it would be the first half of whatever follows.
        return this.#over === 'rtu'
          ? whole.subarray(0, 1 + this.#dice(whole.length - 4))
          : line.frame({ ...asked, unit: 255 }, lie);
    }
  }

  #hear(bytes: Buffer): void {
    this.frames += 1;
    this.#line.hear(bytes);
  }

  #dice(sides: number): number {
    return Math.floor(this.#chance.next() * sides);
  }
}
