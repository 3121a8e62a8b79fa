import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { proxyRange } from '../../api/arrivals.ts';
import type { Fail } from '../yaml/check-house.ts';
import type { ConfigurationFile } from './configuration-file.ts';

/** How the controller is reached: ports that do not meet, proxies that can be, and files of the broker that are there. */
export function checkReach({ listen = {}, proxies = [], mqtt }: ConfigurationFile, folder: string, fail: Fail): void {
  const taken = new Map<number, string>();
  for (const [name, byDefault] of [
    ['http', 80],
    ['https', 443],
    ['remote', 0],
  ] as const) {
    const port = listen[name] ?? byDefault;
    const other = taken.get(port);
    if (other !== undefined && port !== 0) {
      const at = listen[name] === undefined ? other : name;
      fail(['listen', at], `${port} is the port of ${at === name ? other : name} as well; give each its own`);
    }
    taken.set(port, name);
  }
  for (const [index, proxy] of proxies.entries()) {
    if (proxyRange(proxy) !== undefined) continue;
    fail(['proxies', index], `${proxy} is neither an address nor a range such as 10.0.0.0/8`);
  }
  for (const name of ['ca', 'certificate', 'key'] as const) {
    const path = mqtt?.[name];
    if (path === undefined || existsSync(resolve(folder, path))) continue;
    fail(['mqtt', name], `there is no file ${resolve(folder, path)}; name one that is there`);
  }
}
