/** Path and query of a request target. */
export interface Target {
  readonly path: string;
  /** Without the question mark; empty if there is none. */
  readonly query: string;
}

/** Takes a request target apart. Clients of a proxy send a whole address, of which only what follows the host matters. */
export const readTarget = (url: string): Target => {
  const local = url.startsWith('/') ? url : url.replace(ADDRESS, '');
  const mark = local.indexOf('?');
  return mark < 0 ? { path: local, query: '' } : { path: local.slice(0, mark), query: local.slice(mark + 1) };
};

/** Name of the call that a path leads to; `undefined` for a path outside of the interface. */
export const readCall = (path: string): string | undefined => {
  if (!path.startsWith(ROOT)) return undefined;
  if (path.length === ROOT.length) return '';
  if (path.charAt(ROOT.length) !== '/') return undefined;
  const name = path.slice(ROOT.length + 1);
  return name.includes('%') ? unescaped(name) : name;
};

const ROOT = '/api/v1';
const ADDRESS = /^https?:\/\/[^/?#]*/i;

const unescaped = (name: string): string => {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
};
