import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import { type Answer, objectionTo } from './configuration-answers.ts';
import type { Announced, Connection } from './configuration-connection.ts';
import type { Door } from './configuration-doors.ts';
import type { Calling } from './configuration-steps.ts';
import { type Caller, callOn } from './models/changes.ts';
import type { Configuration, News, Verdict } from './models/configuration.ts';

/** A call with its answer. */
export interface Asked {
  readonly calling: Calling;
  readonly door: Door;
  readonly answer: Answer;
}

/** A call as the model carries it out. */
export interface Made {
  readonly calling: Calling;
  readonly caller: Caller | Verdict;
  readonly verdict: Verdict;
}

/** A course of things that explains the answers. */
export interface Course {
  readonly house: Configuration;
  readonly made: readonly Made[];
}

const ORDERS = [
  [0, 1],
  [1, 0],
] as const;

/**
 * Every way in which two calls at once can have come to their answers: as if one of them had been first, or as if each had been
 * let in before the other was carried out. Answers the objections if there is none.
 */
export function coursesOf(before: Configuration, asked: readonly [Asked, Asked]): readonly Course[] | string {
  const objections: string[] = [];
  const courses = ORDERS.flatMap((order) =>
    [false, true].flatMap((areLetInEarly): Course[] => {
      const house = structuredClone(before);
      const made = order.map((index): Made & { readonly objection: string | null } => {
        const { calling, door, answer } = asked[index];
        const caller = door.admit(areLetInEarly ? before : house);
        const verdict = 'member' in caller ? callOn(house, caller, calling) : caller;
        return { calling, caller, verdict, objection: objectionTo(answer, verdict, calling.call) };
      });
      const wrong = made.flatMap(({ calling, objection }) =>
        objection === null ? [] : [`${calling.call}: ${objection}`],
      );
      objections.push(`${order.map((index) => asked[index].calling.call).join(', then ')}: ${wrong.join('; ')}`);
      return wrong.length === 0 ? [{ house, made }] : [];
    }),
  );
  return courses.length > 0 ? courses : objections.join('\n');
}

/** Of several courses that explain the answers, one that explains what is there now. */
export async function trueOne(
  courses: readonly Course[],
  isTrue: (house: Configuration) => Promise<boolean>,
): Promise<Course> {
  const [first] = courses;
  assert.ok(first);
  if (courses.every(({ house }) => isDeepStrictEqual(house, first.house))) return first;
  for (const course of courses) if (await isTrue(course.house)) return course;
  assert.fail(`what is there now follows from no order of ${JSON.stringify(first.made.map(({ calling }) => calling))}`);
}

/** What a connection is told of changes: every one if it is an administrator's who asked, until it is none any more. */
export function newsFor(connection: Connection, before: Configuration, { house, made }: Course): readonly Announced[] {
  if (!connection.isTold) return [];
  const number = connection.member(before)?.id;
  const [was, is] = [before, house].map((at) => connection.member(at)?.group === 'admin');
  const isLoose = made.length > 1;
  const wasDemoted = made.some(
    ({ calling: { call, input }, verdict }) =>
      call === 'setUser' && 'result' in verdict && input.id === number && input.group === 'user',
  );
  connection.isTold = is === true && !wasDemoted;
  if (!is && !(isLoose && was)) return [];
  const isUnsure = isLoose && (!(was && is) || wasDemoted);
  const told = made.flatMap(({ verdict }) => ('news' in verdict ? (verdict.news ?? []) : []));
  /** Two removals at once may tidy a user together, and tell of it once. */
  const isShared = ({ collection, id }: News) =>
    isLoose &&
    collection === 'users' &&
    told.filter((news) => news.collection === 'users' && news.id === id).length > 1;
  return made.flatMap(({ calling, caller, verdict }) => {
    if ('codes' in verdict || !('member' in caller)) return [];
    const by = { user: caller.member.username, call: calling.call };
    return (verdict.news ?? []).map((news) => ({ ...news, ...by, isLoose, isOptional: isUnsure || isShared(news) }));
  });
}
