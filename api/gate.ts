import { type Clock, type Duration, later, seconds, type Twin } from '../twin/index.ts';
import type { Access, Login } from './access/access.ts';
import type { McpTokens } from './access/mcp-tokens.ts';
import type { TokenList } from './access/token-list.ts';
import { type Audit, NO_AUDIT } from './audit.ts';
import { Audited } from './audited.ts';
import type { CallContext, CallDefinition, CallTable, Encoded, Versions } from './call.ts';
import { callInput } from './call-input.ts';
import type { Caller, Path, Transport } from './caller.ts';
import type { Asker } from './client-watch.ts';
import type { Credentials } from './credentials.ts';
import { CallFault, type Language, type Refusal, refusal, type Stage } from './errors.ts';
import { type History, NO_HISTORY } from './history.ts';
import { type InputCheck, InputChecks } from './input-check.ts';
import { LIMITS } from './limits.ts';
import { loginRequest } from './login-request.ts';
import { demandPermission } from './permission.ts';
import type { ReportProblem } from './problem.ts';
import { noQueueDrops, type QueueDrops } from './queue-drops.ts';
import type { RecordTexts } from './record-texts.ts';
import { NO_WEB_HOOKS, type WebHooks } from './web-hooks.ts';

export type { Credentials };

/** A call as a transport hands it over. */
export interface CallRequest {
  readonly call: string;
  /** As it was parsed; the gate trusts nothing in it. */
  readonly input: unknown;
  /** The values came as texts (form, query): where a number is asked for, a text that is one counts. `true` and `false` are booleans already. */
  readonly texts?: boolean | undefined;
  readonly credentials: Credentials;
  readonly path: Path;
  /** Remote address, for the lockout. */
  readonly source: string;
  readonly transport: Transport;
  readonly language: Language;
  /** Token of the remote path, if the transport found one. */
  readonly remoteToken?: string | undefined;
  /** The other end, for whoever watches clients. */
  readonly asker?: Asker;
}

/** What the transport sends back. */
export type Answer =
  | {
      readonly ok: true;
      readonly status: 200;
      /** Plain JSON, or JSON that is already encoded. */
      readonly result: unknown | Encoded;
      /** Who called. After `auth` over a connection: who the connection belongs to from now on. */
      readonly caller: Caller;
      /** A session that was opened for this request, to be set as a cookie by HTTP. */
      readonly opened: string | undefined;
      /** The call was `logout`: HTTP takes the cookie away, a connection waits for a login again. */
      readonly ended: boolean;
    }
  | Refusal;

/** The only way from a transport to a call: known, logged in, permitted, valid, within the time limit. */
export interface Gate {
  /** Answers at once where nothing has to be waited for; never rejects. */
  handle(request: CallRequest): Answer | Promise<Answer>;
}

export interface GateOptions {
  readonly calls: CallTable;
  readonly access: Access;
  readonly remoteTokens: TokenList;
  readonly mcpTokens: McpTokens;
  readonly twin: Twin;
  readonly records: RecordTexts;
  readonly versions: Versions;
  /** The real clock, for the time limit. */
  readonly networkClock: Clock;
  readonly report: ReportProblem;
  /** Left out: nothing is remembered. */
  readonly audit?: Audit;
  readonly history?: History;
  readonly webHooks?: WebHooks;
  /** Left out: nobody asks how many were refused. */
  readonly drops?: QueueDrops;
  /** Time limit of a call, on the real clock (specification, "Limits"). Left out: 15 seconds. */
  readonly limit?: Duration;
}

/**
 * Every call passes in this order; the first objection is the answer: does the call exist (116), who is it (106, 109, 110, 122,
 * 137), may they use it (117), from here (117), is its skill on (117), is the input valid (106), the call itself, 15 seconds (116).
 */
export const createGate = (options: GateOptions): Gate => {
  const { calls, access, remoteTokens, mcpTokens, twin, records, versions, networkClock, report } = options;
  const { audit = NO_AUDIT, history = NO_HISTORY, webHooks = NO_WEB_HOOKS, drops = noQueueDrops() } = options;
  const limit = options.limit ?? seconds(LIMITS.callSeconds.value);
  const checks = new InputChecks();
  const audited = new Audited(audit, access.users);
  let underWay = 0;

  const handle = (request: CallRequest): Answer | Promise<Answer> => {
    const definition = calls.get(request.call);
    if (!definition) return refusal(new CallFault(116), 'call', request.language);
    try {
      const login = access.login(loginRequest(definition, request));
      if (login instanceof Promise) return inTime(request, () => enterLater(definition, request, login));
      return enter(definition, request, login);
    } catch (error) {
      return refuseLogin(error, definition, request);
    }
  };

  const enterLater = async (
    definition: CallDefinition,
    request: CallRequest,
    login: Promise<Login>,
  ): Promise<Answer> => {
    let known: Login;
    try {
      known = await login;
    } catch (error) {
      return refuseLogin(error, definition, request);
    }
    return enter(definition, request, known);
  };

  /** Whoever was let in by a password has a session, whatever becomes of the call. */
  const enter = (definition: CallDefinition, request: CallRequest, login: Login): Answer | Promise<Answer> => {
    audited.loggedIn({ definition, request, caller: login.caller });
    const answer = permit(definition, request, login);
    const { opened } = login;
    if (opened === undefined) return answer;
    return answer instanceof Promise ? answer.then((late) => withSession(late, opened)) : withSession(answer, opened);
  };

  const permit = (definition: CallDefinition, request: CallRequest, login: Login): Answer | Promise<Answer> => {
    try {
      demandPermission(definition, { caller: login.caller, path: request.path, skills: twin.skills });
      const check = checks.of(definition);
      if (check instanceof Promise) {
        return inTime(request, () => check.then((loaded) => run(definition, request, login, loaded)));
      }
      return run(definition, request, login, check);
    } catch (error) {
      return refuseCall(error, definition, request, login);
    }
  };

  const run = (
    definition: CallDefinition,
    request: CallRequest,
    login: Login,
    check: InputCheck,
  ): Answer | Promise<Answer> => {
    try {
      const input = callInput(definition, request);
      if (!check(input)) throw new CallFault(106, undefined, definition.explains && check.fault(input));
      const { caller } = login;
      const context: CallContext = {
        twin,
        access,
        remoteTokens,
        mcpTokens,
        records,
        versions,
        history,
        webHooks,
        audit,
        caller,
        cause: { by: 'user', user: caller.user.username, call: definition.name },
        source: request.source,
        texts: request.texts === true,
      };
      const result = definition.run(context, input);
      if (!(result instanceof Promise)) return succeed(definition, request, login, result);
      return inTime(request, () =>
        result.then(
          (awaited) => succeed(definition, request, login, awaited),
          (error) => refuseCall(error, definition, request, login),
        ),
      );
    } catch (error) {
      return refuseCall(error, definition, request, login);
    }
  };

  const succeed = (definition: CallDefinition, request: CallRequest, login: Login, result: unknown): Answer => {
    audited.changed({ definition, request, caller: login.caller }, result);
    return success(definition, login, result);
  };

  const refuseLogin = (error: unknown, definition: CallDefinition, request: CallRequest): Refusal => {
    const refused = refuse(error, 'login', request);
    audited.refused({ definition, request, caller: undefined }, refused.body.errorCode);
    return refused;
  };

  const refuseCall = (error: unknown, definition: CallDefinition, request: CallRequest, { caller }: Login): Refusal => {
    const refused = refuse(error, 'call', request);
    audited.refused({ definition, request, caller }, refused.body.errorCode);
    return refused;
  };

  /** Answers 116 if `work` takes longer than the limit. The work goes on all the same; what becomes of it then is nobody's answer. */
  const inTime = (request: CallRequest, work: () => Promise<Answer>): Promise<Answer> => {
    if (underWay >= LIMITS.callsUnderWay.value) {
      drops.calls += 1;
      return Promise.resolve(refuse(new CallFault(116), 'call', request));
    }
    underWay += 1;
    return new Promise((answer) => {
      const alarm = networkClock.alarm(() => answer(refusal(new CallFault(116), 'call', request.language)));
      alarm.set(later(networkClock.now(), limit));
      work()
        .then(answer, (error) => answer(refuse(error, 'call', request)))
        .finally(() => {
          underWay -= 1;
          alarm.clear();
        });
    });
  };

  /**
   * What is not a fault of the table is our own: the operator sees it, the caller gets 116, the one code that says that the
   * controller did not come to an answer and that the call may have been carried out.
   */
  const refuse = (error: unknown, stage: Stage, request: CallRequest): Refusal => {
    if (error instanceof CallFault) return refusal(error, stage, request.language);
    report({ during: `call ${request.call}`, error });
    return refusal(new CallFault(116), stage, request.language);
  };

  return { handle };
};

const success = (definition: CallDefinition, login: Login, result: unknown): Answer => ({
  ok: true,
  status: 200,
  result,
  caller: login.caller,
  opened: definition.session === 'ends' ? undefined : login.opened,
  ended: definition.session === 'ends',
});

const withSession = (answer: Answer, opened: string): Answer => (answer.ok ? answer : { ...answer, opened });
