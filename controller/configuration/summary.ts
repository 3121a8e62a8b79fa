import type { AdministratorAtStart } from '../administrator-at-start.ts';
import { columns } from '../command.ts';
import { counted } from '../counted.ts';
import { LIMITS } from '../journal/file-journal-options.ts';
import type { Configuration } from './configuration.ts';

/** What a start with this configuration would do, for people. `missing`: what it names outside of itself and is not there. */
export const summary = (
  { scenario, buses, data, listen, proxies, journal, mqtt, administrator }: Configuration,
  atStart: AdministratorAtStart,
  missing: readonly string[],
): string => {
  const { house } = scenario;
  const { host, http, https, remote } = listen;
  const count = (list: readonly unknown[] | undefined, what: string): string => counted(list?.length ?? 0, what);
  const rows: (readonly [string, string])[] = [
    ['Name', `${house.name}, ${house.timeZone}`],
    [
      'Building',
      [
        count(house.components, 'component'),
        count(house.rooms, 'room'),
        count(house.zones, 'zone'),
        count(house.scenes, 'scene'),
        count(house.automations, 'automation'),
      ].join(', '),
    ],
    ...buses.map(
      ({ name, type, points }) => [`Bus ${name}`, `${type.means} ${counted(points.length, 'point')}.`] as const,
    ),
    ['HTTP', placeOf('http', host, http)],
    ['HTTPS', placeOf('https', host, https)],
    ['Remote access', remote === undefined ? 'none' : placeOf('http', host, remote)],
    ['Proxies', proxies.length === 0 ? 'none is believed' : proxies.join(', ')],
    ['Shown on', mqtt === undefined ? 'no broker' : `${mqtt.url}, as the user ${mqtt.user} sees it`],
    ['Data', data],
    ['Journal', keptOf(journal)],
    ['Administrator', administratorOf(administrator, atStart)],
    ...missing.map((fault) => ['Missing', fault] as const),
  ];
  return `${columns(rows.map(([name, text]) => [name, text])).join('\n')}\nNothing was done: this is what would be.\n`;
};

const placeOf = (scheme: string, host: string, port: number): string => {
  const place = `${scheme}://${host.includes(':') ? `[${host}]` : host}`;
  return port === 0 ? `${place}, on a free port` : `${place}:${port}`;
};

const keptOf = ({ days, megabytes = LIMITS.journal / 1_048_576 }: Configuration['journal']): string =>
  `${days === undefined ? '' : `${counted(days, 'day')}, `}${counted(megabytes, 'megabyte')} at most`;

const administratorOf = (
  { username, password }: Configuration['administrator'],
  atStart: AdministratorAtStart,
): string => {
  const how = password === undefined ? 'a password that is then shown' : 'the password given';
  if (atStart === 'made') return `${username}, made with ${how}`;
  if (atStart === 'shown again') return `${username} gets ${how}: the first start ended before one was shown`;
  if (atStart === 'there') return 'none is made: the data folder has its users already';
  return `${username}, made with ${how} unless the data folder, which cannot be read, has its users already`;
};
