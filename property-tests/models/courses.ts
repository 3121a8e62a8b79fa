import { type Caller, callOn } from './changes.ts';
import type { Configuration, Input, News, Verdict } from './configuration.ts';

/** A call of somebody who stays what they are, whatever happens. */
export interface Question {
  readonly by: number;
  readonly call: string;
  readonly input: Input;
  readonly isSpoiled: boolean;
}

/** A change that has taken effect. */
export interface Effect extends News {
  readonly by: number;
  readonly call: string;
  readonly question: number;
}

/** A call that was answered with success, whether it changed something or everything was so already. */
export interface Success {
  readonly by: number;
  readonly call: string;
  readonly target: unknown;
  readonly question: number;
}

/** One way in which things may have gone so far. */
export interface Course {
  readonly house: Configuration;
  readonly successes: readonly Success[];
  readonly effects: readonly Effect[];
  /** What questions that nobody has heard the answer of were answered with. */
  readonly settled: ReadonlyMap<number, Verdict>;
}

/**
 * Every way in which things may have gone, from what several people have asked and heard at the same time: each call takes
 * effect as a whole, at some moment between question and answer.
 */
export class Courses {
  readonly #open = new Map<number, Question>();
  #courses: readonly Course[];
  #asked = 0;

  constructor(house: Configuration) {
    this.#courses = [{ house, successes: [], effects: [], settled: new Map() }];
  }

  get all(): readonly Course[] {
    return this.#courses;
  }

  /** Answers the number of the question. */
  ask(question: Question): number {
    this.#asked += 1;
    this.#open.set(this.#asked, question);
    return this.#asked;
  }

  /** Keeps the courses in which the answer can be so. */
  hear(number: number, fits: (verdict: Verdict) => boolean): void {
    this.#keep((course) => {
      const verdict = course.settled.get(number);
      return verdict !== undefined && fits(verdict);
    }, number);
    this.#open.delete(number);
    this.#courses = unlike(
      this.#courses.map((course) => ({
        ...course,
        settled: new Map([...course.settled].filter(([other]) => other !== number)),
      })),
    );
  }

  /** Nobody is answered any more: each open question may have been carried out, or not. */
  cut(): readonly number[] {
    this.#keep(() => true, undefined);
    const open = [...this.#open.keys()];
    this.#open.clear();
    this.#courses = unlike(this.#courses.map((course) => ({ ...course, settled: new Map() })));
    return open;
  }

  /** What is known now rules out the others. */
  only(course: Course): void {
    this.#courses = [course];
  }

  /** Goes on in every order in which open questions can have been carried out, until `number` has been. */
  #keep(fits: (course: Course) => boolean, number: number | undefined): void {
    const found: Course[] = [];
    const go = (course: Course): void => {
      if (number === undefined || course.settled.has(number)) found.push(course);
      if (number !== undefined && course.settled.has(number)) return;
      for (const [open, question] of this.#open) if (!course.settled.has(open)) go(settle(course, open, question));
    };
    for (const course of this.#courses) go(course);
    this.#courses = unlike(found.filter(fits));
  }
}

function settle({ house: before, successes, effects, settled }: Course, number: number, question: Question): Course {
  const house = structuredClone(before);
  const member = house.users.get(question.by);
  if (member === undefined) throw new Error(`user ${question.by} must not go`);
  const verdict = callOn(house, { member, session: 'own' } satisfies Caller, question);
  const news = 'result' in verdict ? (verdict.news ?? []) : [];
  const { by, call, input } = question;
  const { id } = 'result' in verdict ? (verdict.result as { readonly id?: number }) : {};
  const success = { by, call, target: input.cid ?? input.id ?? id, question: number };
  return {
    house,
    successes: 'result' in verdict ? [...successes, success] : successes,
    effects: [...effects, ...news.map((each) => ({ ...each, by, call, question: number }))],
    settled: new Map([...settled, [number, verdict]]),
  };
}

/** Each course once. Only the order in which its effects came about makes no difference. */
function unlike(courses: readonly Course[]): readonly Course[] {
  const plain = (_: string, value: unknown) => (value instanceof Map ? [...value] : value);
  const keyOf = ({ house, settled, effects }: Course) => {
    const made = effects.map(({ question, collection, id }) => `${question} ${collection} ${id}`).toSorted();
    return JSON.stringify([house, [...settled], made], plain);
  };
  return [...new Map(courses.map((course) => [keyOf(course), course])).values()];
}
