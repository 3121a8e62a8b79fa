import { randomBytes } from 'node:crypto';
import { connect } from 'node:net';
import { type Certificate, certificateOf } from './clients/certificate.ts';
import { Secrets } from './clients/secrets.ts';
import { again, FROM_ENVIRONMENT, type Typed, Usage } from './options.ts';
import type { Order } from './running/suite-run.ts';
import { PARTS, type Part } from './trials/target.ts';

const LOOPBACK = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/** What a command line asks for. Shakes hands with the encrypted address, and sends nothing yet. */
export const orderOf = async (typed: Typed, program: string): Promise<Order> => {
  const [address, ...rest] = typed.operands;
  if (address === undefined) throw new Usage(`name the controller: ${program} http://192.168.1.20`);
  if (rest.length > 0) throw new Usage(`one address is enough: what is ${rest[0]}?`);
  const base = urlOf('the address', address);
  const username = typed.text('username');
  if (username === null) throw new Usage('--username is missing: every call needs a login');
  const password = secretOf(typed, 'password');
  if (password === null) throw new Usage('--password is missing, and CONFORMANCE_PASSWORD is not set');
  const secrets = new Secrets();
  secrets.hide(password, 'password');
  const mcpToken = secretOf(typed, 'mcp-token');
  const remoteToken = secretOf(typed, 'remote-token');
  if (mcpToken !== null) secrets.hide(mcpToken, 'mcp-token');
  if (remoteToken !== null) secrets.hide(remoteToken, 'remote-token');
  const manners = {
    seed: wholeNumber('--seed', typed.text('seed') ?? '1'),
    run: randomBytes(3).toString('hex'),
    slow: typed.is('slow'),
    readOnly: typed.is('read-only'),
    sandbox: !typed.is('no-sandbox'),
    allowDoors: typed.is('allow-doors'),
    onlyRooms: typed.list('only-rooms').map((text) => wholeNumber('--only-rooms', text)),
    onlyComponents: typed.list('only-components'),
    without: typed.list('without').map(partOf),
  };
  const https = httpsOf(typed, base);
  const fingerprint = fingerprintOf(typed.text('fingerprint'));
  const certificate = https === null ? null : await shownBy(https);
  if (https !== null && certificate !== null) trusted(https, certificate, fingerprint, base);
  const remote = typed.text('remote-url');
  return {
    target: {
      base,
      https,
      remote: remote === null ? null : urlOf('--remote-url', remote),
      username,
      password,
      mcpToken,
      remoteToken,
      bridge: typed.text('bridge'),
      fingerprint,
      certificate,
      hookHost: typed.text('webhook-host') ?? (await ownAddress(base)),
      loopback: LOOPBACK.test(base.hostname),
      oneAddress: typed.is('one-address') || !(await hasMoreAddresses(base)),
      name: typed.text('controller-name'),
    },
    manners,
    secrets,
    only: typed.list('only'),
    dryRun: typed.is('dry-run'),
    once: typed.is('once'),
    again: again(typed, program, address),
  };
};

const secretOf = (typed: Typed, name: keyof typeof FROM_ENVIRONMENT): string | null =>
  typed.text(name) ?? (process.env[FROM_ENVIRONMENT[name]] || null);

const httpsOf = (typed: Typed, base: URL): URL | null => {
  const given = typed.text('https-url');
  if (given === null) return base.protocol === 'https:' ? base : null;
  const url = urlOf('--https-url', given);
  if (url.protocol !== 'https:') throw new Usage('--https-url does not begin with https://');
  return url;
};

/** As certificates tell it, however it was typed. */
const fingerprintOf = (text: string | null): string | null => {
  if (text === null) return null;
  const digits = text.toUpperCase().replace(/[:\s]/g, '');
  if (!/^[0-9A-F]{64}$/.test(digits)) throw new Usage(`--fingerprint needs the 32 bytes of SHA-256, not ${text}`);
  return digits.replace(/..(?!$)/g, '$&:');
};

const shownBy = (https: URL): Promise<Certificate> =>
  certificateOf(https).catch((error: Error) => {
    throw new Usage(`${https.origin} does not answer: ${error.message}`);
  });

/** The first address is only spoken to over TLS if its certificate is the one that was told. */
const trusted = (https: URL, { fingerprint: seen }: Certificate, told: string | null, base: URL): void => {
  if (base.protocol !== 'https:') return;
  if (told === null) throw new Usage(`--fingerprint is missing; ${https.origin} shows ${seen}`);
  if (told !== seen) throw new Usage(`${https.origin} shows the fingerprint ${seen}, not the one of --fingerprint`);
};

const urlOf = (what: string, text: string): URL => {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !/^https?:$/.test(url.protocol)) throw new Usage(`${what} is no http or https address: ${text}`);
  if (url.username !== '' || url.password !== '') throw new Usage(`${what} carries a login: use --username instead`);
  return url;
};

const partOf = (text: string): Part => {
  const part = PARTS.find((each) => each === text);
  if (part === undefined) throw new Usage(`--without ${text}: only ${PARTS.join(', ')} may be absent`);
  return part;
};

const wholeNumber = (what: string, text: string): number => {
  if (!/^\d{1,9}$/.test(text)) throw new Usage(`${what} needs a whole number, not ${text}`);
  return Number(text);
};

/** The address that this machine has in the eyes of the controller. */
const ownAddress = (base: URL): Promise<string> =>
  connected(base).catch((error: Error) => {
    throw new Usage(`${base.origin} does not answer: ${error.message}`);
  });

/** On most machines all of 127.0.0.0/8 is one's own, and a controller there hears from any of it. */
const hasMoreAddresses = (base: URL): Promise<boolean> =>
  LOOPBACK.test(base.hostname)
    ? connected(base, '127.73.91.17').then(
        () => true,
        () => false,
      )
    : Promise.resolve(false);

/** Connects, sends nothing, and answers the local address. */
const connected = (base: URL, from?: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const port = Number(base.port || (base.protocol === 'https:' ? 443 : 80));
    const source = from === undefined ? {} : { localAddress: from };
    const socket = connect({ host: base.hostname.replace(/^\[|\]$/g, ''), port, timeout: 10_000, ...source }, () => {
      resolve(socket.localAddress ?? '127.0.0.1');
      socket.destroy();
    });
    socket.once('timeout', () => socket.destroy(new Error('no connection within 10 seconds')));
    socket.once('error', reject);
  });
