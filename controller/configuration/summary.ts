import { columns } from '../command.ts';
import { LIMITS } from '../journal/file-journal-options.ts';
import type { Configuration } from './configuration.ts';

/** What a start with this configuration would do, for people. */
export const summary = ({
  scenario,
  buses,
  data,
  listen,
  proxies,
  journal,
  mqtt,
  administrator,
}: Configuration): string => {
  const { house } = scenario;
  const { host, http, https, remote } = listen;
  const count = (list: readonly unknown[] | undefined, what: string): string => `${list?.length ?? 0} ${what}`;
  const rows: (readonly [string, string])[] = [
    ['Name', `${house.name}, ${house.timeZone}`],
    [
      'Building',
      [
        count(house.components, 'components'),
        count(house.rooms, 'rooms'),
        count(house.zones, 'zones'),
        count(house.scenes, 'scenes'),
        count(house.automations, 'automations'),
      ].join(', '),
    ],
    ...buses.map(({ name, type, points }) => [`Bus ${name}`, `${type.means} ${points.length} points.`] as const),
    ['HTTP', `http://${host}:${http}`],
    ['HTTPS', `https://${host}:${https}`],
    ['Remote access', remote === undefined ? 'none' : `http://${host}:${remote}`],
    ['Proxies', proxies.length === 0 ? 'none is believed' : proxies.join(', ')],
    ['Shown on', mqtt === undefined ? 'no broker' : `${mqtt.url}, as the user ${mqtt.user} sees it`],
    ['Data', data],
    ['Journal', keptOf(journal)],
    [
      'Administrator',
      `${administrator.username}, made at the first start with ${administrator.password === undefined ? 'a password that is then shown' : 'the password given'}`,
    ],
  ];
  return `${columns(rows.map(([name, text]) => [name, text])).join('\n')}\nNothing was done: this is what would be.\n`;
};

const keptOf = ({ days, megabytes = LIMITS.journal / 1_048_576 }: Configuration['journal']): string =>
  `${days === undefined ? '' : `${days} days, `}${megabytes} megabytes at most`;
