import { toIso } from '../twin/index.ts';
import { accountsForTrying } from './about.ts';
import type { Controller } from './assemble.ts';
import { columns } from './command.ts';
import { counted } from './counted.ts';
import type { Listeners } from './listeners.ts';

/** What a person reads once the sandbox is ready. */
export const welcome = (controller: Controller, listeners: Listeners, style: Style): string => {
  const { life, certificate, where } = controller;
  const { http, https, remote } = listeners;
  const { identity, twin, clock, pace } = life;
  const accounts = accountsForTrying(life);
  const [account] = accounts.filter(({ means }) => means === 'the calls of a user').concat(accounts);
  const login =
    account === undefined
      ? undefined
      : `-H 'auth-username: ${account.username}' -H 'auth-password: ${account.password}'`;
  const lamp = life.scenario.house.components.find(({ type }) => type === 'switch')?.cid;
  const token = life.scenario.mcpTokens?.[0]?.token;
  const speed = pace.speed === 0 ? 'standing still until it is driven' : `${pace.speed} virtual seconds a second`;
  const rows: readonly (readonly [string, string])[] = [
    ['HTTP', `${http}    every call with its parameters: ${http}/docs`],
    ['HTTPS', `${https}   certificate ${certificate.fingerprint}`],
    ...(token === undefined ? [] : [['MCP', `${http}/mcp    for AI assistants, with the token ${token}`] as const]),
    ...(remote === null ? [] : [['Remote', `${remote}    stands for remote access`] as const]),
    [
      'House',
      `${identity.scenario}, seed ${identity.seed}: ${counted(twin.components.size, 'component')} in ${counted(twin.rooms.size, 'room')}`,
    ],
    ['Time', `${toIso(clock.now())}, ${speed}`],
    ['Kept', where === 'in memory' ? 'nowhere: with --data DIR everything survives a restart' : `in ${where}`],
  ];
  const tries = [
    ...(login === undefined
      ? []
      : [
          ['Look around', `curl '${http}/api/v1/getAllComponents' ${login}`],
          ...(lamp === undefined
            ? []
            : [
                [
                  'Switch a lamp',
                  `curl '${http}/api/v1/componentUpdate?cid=${lamp}&property=state&value=true' ${login}`,
                ],
              ]),
        ]),
    ['Let an hour pass', `curl ${http}/sandbox/v1/clock -H 'content-type: application/json' -d '{"advance": 3600}'`],
  ];
  return [
    `${style.strong('Twinhaus sandbox')} is ready. Stop it with Ctrl+C.`,
    '',
    ...columns(rows.map(([name, text]) => [`  ${name}`, text])),
    '',
    ...(accounts.length === 0
      ? []
      : [
          style.strong('Accounts'),
          ...columns(accounts.map(({ username, password, means }) => [`  ${username} / ${password}`, means])),
          '',
        ]),
    style.strong('Try first'),
    ...tries.flatMap(([what = '', line = '']) => [`  ${style.soft(`# ${what}`)}`, `  ${line}`]),
    '',
    '',
  ].join('\n');
};

/** How words are set off. */
export interface Style {
  strong(text: string): string;
  soft(text: string): string;
}

/** Colors only for a terminal whose owner has not refused them (no-color.org). */
export const styleFor = ({ isTTY, noColor }: { readonly isTTY: boolean; readonly noColor: boolean }): Style => {
  const set = (code: number) => (text: string) => (isTTY && !noColor ? `\u001b[${code}m${text}\u001b[0m` : text);
  return { strong: set(1), soft: set(2) };
};
