import { field, isFields, same } from '../clients/json.ts';
import type { Acknowledged } from '../clients/wire.ts';
import { brief, codeOf } from '../trials/caller.ts';
import { Missing } from '../trials/paths.ts';
import type { Check } from './check.ts';
import { LANGUAGES } from './languages.ts';
import { reached } from './reached.ts';

const LOGIN_NEEDED = { part: 'app', state: 'User Authorization needed' };
/** Long enough for an answer that must not come. */
const SILENCE_MS = 1_200;
const shown = (got: Acknowledged) => (got.answered ? brief(got.answer) : 'no answer');

/** The life of a connection, in one generation of clients. */
const connectionChecks = (generation: 4 | 2): readonly Check[] => [
  {
    id: `socket${generation}.login`,
    title: `a client of Socket.io ${generation} is told to log in, does, and is answered`,
    proves: [
      ...['connection.state-change', 'connection.state-payload', 'connection.auth', 'connection.session-null'],
      ...['connection.init', 'connection.refused-stays', 'version.namespace', `version.socket${generation}-path`],
      ...['errors.acknowledged', 'errors.socket-body', 'errors.unknown-call'],
    ],
    needs: ['users', 'guesses'],
    async run(t) {
      const { login } = await t.lodger();
      const opened = await reached(() => t.wire(generation, t.alias(generation)));
      // Who says that there is no such namespace is there to say so.
      const elsewhere = 'says' in opened && /namespace/i.test(opened.says);
      const says = 'says' in opened ? opened.says : 'connected';
      t.expect(`version.socket${generation}-path`, 'wire' in opened || elsewhere, says);
      if ('wire' in opened || elsewhere) t.expect('version.namespace', !elsewhere, `/api/v1: ${says}`);
      if (!('wire' in opened)) throw new Missing(`no connection: ${says}`);
      const { wire } = opened;
      const asked = await wire.next('stateChange');
      t.expect('connection.state-change', asked.heard, asked.heard ? 'stateChange came' : 'no stateChange within 4 s');
      if (asked.heard) t.expect('connection.state-payload', fits(asked.payload), brief(asked.payload));
      const refused = await wire.call('auth', { ...login, password: 'certainly-not-this-one' });
      const accepted = await wire.call('auth', login);
      const answer = accepted.answered ? accepted.answer : undefined;
      t.expect('connection.auth', isFields(answer) && 'sessionID' in answer, shown(accepted));
      t.expect('connection.session-null', field(answer, 'sessionID') === null, shown(accepted));
      const stays = refused.answered && codeOf(refused.answer) === 110 && isFields(answer) && codeOf(answer) === null;
      t.expect('connection.refused-stays', stays, `refused: ${shown(refused)}; then: ${shown(accepted)}`);
      const init = await wire.call('init', { language: 'en', appName: 'twinhaus-conformance' });
      t.expect('connection.init', init.answered && init.answer === true, shown(init));
      const error = await wire.call('executeScene', {});
      t.expect('errors.acknowledged', error.answered && codeOf(error.answer) === 106, shown(error));
      const { errorCode, errorText } = error.answered && isFields(error.answer) ? error.answer : {};
      t.expect('errors.socket-body', Number.isInteger(errorCode) && typeof errorText === 'string', shown(error));
      const unknown = await wire.call('thereIsNoSuchCall', undefined, 16_000);
      // Nobody answers in time either way.
      t.expect('errors.unknown-call', !unknown.answered || codeOf(unknown.answer) === 116, shown(unknown));
    },
  },
  {
    id: `socket${generation}.sessions`,
    title: `a session in the query spares a client of Socket.io ${generation} the login`,
    proves: ['connection.query-session', 'connection.query-unknown', 'connection.query-ended'],
    needs: [],
    async run(t) {
      const session = await t.session();
      const inside = await t.wire(generation, { session });
      const version = await inside.call('getVersion', undefined, 3_000);
      const told = await inside.next('stateChange', LOGIN_NEEDED, 300);
      const spared = version.answered && codeOf(version.answer) === null && !told.heard;
      t.expect('connection.query-session', spared, told.heard ? 'told to log in all the same' : shown(version));
      const stranger = await t.wire(generation, { session: 'no-such-session' });
      const turnedAway = await stranger.next('stateChange', LOGIN_NEEDED);
      t.expect('connection.query-unknown', turnedAway.heard, 'a session that does not exist');
      await t.http.call('logout', { session });
      const late = await t.wire(generation, { session });
      const ended = await late.next('stateChange', LOGIN_NEEDED);
      t.expect('connection.query-ended', ended.heard, 'a session after its logout');
    },
  },
  {
    id: `socket${generation}.session-events`,
    title: `a Socket.io ${generation} client with a session in the query is told of changes`,
    proves: ['connection.session-ready'],
    needs: ['switches'],
    async run(t) {
      const lamp = await t.lamp();
      const wire = await t.wire(generation, { session: await t.session() });
      const init = await wire.call('init', { language: 'en', appName: 'twinhaus-conformance' });
      const value = await t.toggle(lamp);
      const heard = await wire.next('onComponentUpdate', { cid: lamp.cid, property: 'state', value });
      const ready = init.answered && init.answer === true && heard.heard;
      t.expect(
        'connection.session-ready',
        ready,
        `init: ${shown(init)}; ${heard.heard ? 'told' : 'not told'} of ${value}`,
      );
    },
  },
  {
    id: `socket${generation}.before-login`,
    title: `a call of a Socket.io ${generation} client before its login is lost`,
    proves: ['connection.before-login'],
    needs: ['waits'],
    async run(t) {
      const wire = await t.wire(generation);
      await wire.next('stateChange');
      const lost = await wire.call('getVersion', undefined, SILENCE_MS);
      t.expect('connection.before-login', !lost.answered, `getVersion before auth: ${shown(lost)}`);
    },
  },
  {
    id: `socket${generation}.reconnection`,
    title: `after a gap a Socket.io ${generation} client starts anew, and nothing is replayed`,
    proves: ['connection.reconnect', 'connection.no-replay'],
    needs: ['switches', 'waits'],
    async run(t) {
      const lamp = await t.lamp();
      const before = await t.readyWire(generation);
      before.close();
      const missed = await t.toggle(lamp);
      const after = await t.wire(generation);
      const asked = await after.next('stateChange', LOGIN_NEEDED);
      t.expect('connection.reconnect', asked.heard, asked.heard ? 'stateChange came' : 'no stateChange');
      await after.call('auth', t.user);
      await after.call('init', { language: 'en', appName: 'twinhaus-conformance' });
      const replayed = await after.next('onComponentUpdate', { cid: lamp.cid, value: missed }, SILENCE_MS);
      t.expect('connection.no-replay', !replayed.heard, replayed.heard ? brief(replayed.payload) : 'nothing came');
    },
  },
  {
    id: `socket${generation}.transports`,
    title: `a Socket.io ${generation} client can use polling and websockets`,
    proves: ['version.polling'],
    needs: [],
    async run(t) {
      // Over TLS a client that compares fingerprints has websockets only.
      if (t.around.target.base.protocol === 'https:')
        return t.unable(['version.polling'], 'needs an address without TLS');
      for (const transport of ['polling', 'websocket']) {
        const opened = await reached(() => t.readyWire(generation, t.user, { transports: [transport] }));
        if ('says' in opened) {
          t.expect('version.polling', false, `${transport}: ${opened.says}`);
          continue;
        }
        const version = await opened.wire.call('getVersion');
        t.expect('version.polling', version.answered && isFields(version.answer), `${transport}: ${shown(version)}`);
      }
    },
  },
  {
    id: `socket${generation}.language`,
    title: `the language given to init chooses the error texts of a Socket.io ${generation} client`,
    proves: ['errors.language-init'],
    needs: [],
    async run(t) {
      const textIn = async (language: string) => {
        const wire = await t.wire(generation);
        await wire.next('stateChange');
        await wire.call('auth', t.user);
        await wire.call('init', { language, appName: 'twinhaus-conformance' });
        const error = await wire.call('executeScene', {});
        wire.close();
        return error.answered ? field(error.answer, 'errorText') : undefined;
      };
      const texts = [await textIn('en')];
      for (const language of LANGUAGES) {
        texts.push(await textIn(language));
        if (texts.at(-1) !== texts[0]) break;
      }
      const differ = texts.every((text) => typeof text === 'string') && texts.at(-1) !== texts[0];
      t.expect('errors.language-init', differ, `en, ${LANGUAGES.join(', ')}: ${brief(texts)}`);
    },
  },
];

const fits = (payload: unknown): boolean =>
  isFields(payload) && same({ part: payload.part, state: payload.state }, LOGIN_NEEDED);

/** Connections of both generations. */
export const CONNECTIONS: readonly Check[] = [...connectionChecks(4), ...connectionChecks(2)];
