import type { Backend, Content, Link, PointAddress, Report, WriteOutcome } from '../twin/index.ts';

/** A backend with a device behind it, on which the laws are tried. */
export interface BackendSubject {
  readonly backend: Backend;
  /** A point that takes commands and reports what it was told. */
  readonly point: PointAddress;
  /** Two contents that the point can take. */
  readonly contents: readonly [Content, Content];
  /** A point of the same device that takes no commands. */
  readonly readOnly: PointAddress;
  /** A content that `point` can never take. */
  readonly impossible: Content;
  /** Lets so much time pass that every device has answered. */
  settle(): void | Promise<void>;
}

/** One law of the port `Backend`; `holds` throws with the sentence that was broken. */
export interface BackendLaw {
  readonly title: string;
  holds(subject: BackendSubject): Promise<void>;
}

/**
 * The laws that every way to reach a building obeys. A backend's own test builds a fresh subject for each:
 * `for (const law of BACKEND_LAWS) test(law.title, () => law.holds(subject()))`.
 */
export const BACKEND_LAWS: readonly BackendLaw[] = [
  {
    title: 'a backend has a name by which component records find it',
    holds: async ({ backend }) => expect(/^[a-z][a-z0-9-]*$/.test(backend.name), `its name is ${backend.name}`),
  },
  {
    title: 'whoever subscribes to the link is told the present state at once, whenever that is',
    holds: async ({ backend, settle }) => {
      await settle();
      for (const listener of ['first', 'second']) {
        const links: Link[] = [];
        backend.link.subscribe((link) => links.push(link)).unsubscribe();
        expect(links[0]?.cid === null, `the ${listener} listener hears of the backend as a whole before anything else`);
        expect(new Set(links.map(({ cid }) => cid)).size === links.length, 'each link is told once');
      }
    },
  },
  {
    title: 'a command that a device can take is taken, has exactly one outcome, and the device reports it',
    holds: async ({ backend, point, contents, settle }) => {
      await settle();
      for (const content of [...contents, contents[1]]) {
        const reports = heard(backend);
        const outcomes = await written(backend, point, content);
        await settle();
        expect(outcomes.length === 1 && outcomes[0]?.ok === true, `the outcomes are ${JSON.stringify(outcomes)}`);
        const answer = reports.of(point).at(-1);
        expect(answer?.content === content, `told ${content}, the device said ${answer?.content}`);
      }
    },
  },
  {
    title: 'a command that no device can take has exactly one outcome, which says why, and changes nothing',
    holds: async ({ backend, point, readOnly, contents, impossible, settle }) => {
      await settle();
      const reports = heard(backend);
      const hopeless: [PointAddress, Content][] = [
        [{ cid: 'C999999999', property: point.property }, contents[0]],
        [{ cid: point.cid, property: 'nonsense' }, contents[0]],
        [{ cid: point.cid, property: '__proto__' }, contents[0]],
        [readOnly, contents[0]],
        [point, impossible],
      ];
      for (const [address, content] of hopeless) {
        const outcomes = await written(backend, address, content);
        const [outcome] = outcomes;
        const refused = outcomes.length === 1 && outcome?.ok === false && outcome.reason.length > 10;
        expect(refused, `${address.cid} ${address.property} ${content} had the outcomes ${JSON.stringify(outcomes)}`);
      }
      await settle();
      const changed = reports.all.filter(({ cid, property }) => cid === point.cid && property === point.property);
      expect(changed.length === 0, `it said ${JSON.stringify(changed)}`);
    },
  },
  {
    title: 'reports are heard by everybody who listens, in the same order, and only from then on',
    holds: async ({ backend, point, contents, settle }) => {
      await settle();
      const early = heard(backend);
      await written(backend, point, contents[0]);
      await settle();
      const before = early.all.length;
      const late = heard(backend);
      expect(late.all.length === 0, 'who comes late hears nothing of what was before');
      await written(backend, point, contents[1]);
      await settle();
      expect(late.all.length > 0, 'who comes late hears what is said now');
      expect(JSON.stringify(early.all.slice(before)) === JSON.stringify(late.all), 'both hear the same');
    },
  },
  {
    title: 'a listener that leaves disturbs nobody',
    holds: async ({ backend, point, contents, settle }) => {
      await settle();
      const stays = heard(backend);
      heard(backend).leave();
      await written(backend, point, contents[1]);
      await settle();
      expect(stays.of(point).length > 0, 'the other one still hears');
    },
  },
  {
    title: 'after it was closed nothing is said and nothing is taken, and nobody is told that it is over',
    holds: async ({ backend, point, contents, settle }) => {
      await settle();
      await written(backend, point, contents[1]);
      await backend.close();
      const reports = heard(backend);
      const outcomes = await written(backend, point, contents[0]);
      await settle();
      expect(outcomes.length === 1 && outcomes[0]?.ok === false, `the outcomes are ${JSON.stringify(outcomes)}`);
      expect(reports.all.length === 0, `it said ${JSON.stringify(reports.all)}`);
      expect(!reports.over, 'the stream of reports goes on for ever');
    },
  },
];

/** Everything that a backend says from now on. */
function heard(backend: Backend) {
  const all: Report[] = [];
  const listening = {
    all,
    over: false,
    of: ({ cid, property }: PointAddress) => all.filter((report) => report.cid === cid && report.property === property),
    leave: () => subscription.unsubscribe(),
  };
  const end = () => {
    listening.over = true;
  };
  const subscription = backend.reports.subscribe({ next: (report) => all.push(report), error: end, complete: end });
  return listening;
}

/** All outcomes of a write; resolves when there will be no more. */
const written = (backend: Backend, point: PointAddress, content: Content): Promise<readonly WriteOutcome[]> =>
  new Promise((resolve, reject) => {
    const outcomes: WriteOutcome[] = [];
    backend.write(point, content, { by: 'device' }).subscribe({
      next: (outcome) => outcomes.push(outcome),
      error: reject,
      complete: () => resolve(outcomes),
    });
  });

function expect(holds: boolean, sentence: string): void {
  if (!holds) throw new Error(sentence);
}
