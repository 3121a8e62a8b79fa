import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:https';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { pause, type RunningSandbox, startSandbox, temporaryFolder, until } from './fixtures.ts';
import { as, call, control } from './http-client.ts';
import { OK, openReceiver, type Receiver } from './receiver.ts';
import type { Delivered } from './web-hook-house.ts';

const ARGUMENTS = ['--scenario', 'one-room', '--start', '2100-03-01T06:00:00.000Z'];

const administrator = (sandbox: RunningSandbox) => {
  const ask = async (name: string, input: object = {}) =>
    (await call(sandbox.http, name, input, { headers: as('admin') })).body;
  const add = async (url: string) =>
    ((await ask('addWebHook', { type: 'component', cid: 'C1', property: 'state', url })) as { id: number }).id;
  return { ask, add };
};

describe('webhooks that were acknowledged', () => {
  for (const end of ['SIGTERM', 'SIGKILL'] as const) {
    test(`${end}: are there again and fire; what was disabled or removed stays so; a reset forgets all`, async () => {
      const folder = temporaryFolder();
      const receiver = await openReceiver();
      let sandbox = await startSandbox([...ARGUMENTS, '--data', folder.path]);
      try {
        const first = administrator(sandbox);
        for (const path of ['one', 'two', 'three']) await first.add(`${receiver.origin}/${path}`);
        await first.ask('disableWebHook', { id: 2 });
        await first.ask('removeWebHook', { id: 3 });
        const before = await first.ask('getWebHooks');
        await (end === 'SIGTERM' ? sandbox.stop() : sandbox.kill());

        sandbox = await startSandbox([...ARGUMENTS, '--data', folder.path]);
        const second = administrator(sandbox);
        assert.deepEqual(await second.ask('getWebHooks'), before);
        const { content } = (await second.ask('getComponentData', { cid: 'C1', property: 'state' })) as Delivered;
        await control(sandbox.http, '/devices', { cid: 'C1', property: 'state', content: content === 1 ? 0 : 1 });
        await receiver.heard(1);
        await pause(50);
        assert.deepEqual(
          receiver.told.map(({ id }) => id),
          [1],
        );
        assert.equal(await second.add(`${receiver.origin}/four`), 4);

        assert.equal((await control(sandbox.http, '/reset')).status, 200);
        assert.deepEqual(await second.ask('getWebHooks'), []);
        assert.equal(await second.add(`${receiver.origin}/anew`), 1);
      } finally {
        await sandbox.stop();
        await receiver.close();
        folder.remove();
      }
    });
  }
});

describe('the certificate of a receiver', () => {
  const folder = temporaryFolder();
  const file = (name: string) => join(folder.path, name);
  const servers: Receiver[] = [];
  let sandbox: RunningSandbox;

  const openssl = (...args: string[]) => execFileSync('openssl', args, { stdio: 'ignore' });
  const KEY = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  /** A certificate for a name, signed by the authority, or by itself. */
  const secure = async (name: string, certified: 'signed' | 'self-signed', days = '2'): Promise<string> => {
    const [key, certificate] = [file(`${name}-${certified}.key`), file(`${name}-${certified}.pem`)];
    writeFileSync(file('names'), `subjectAltName=${/^\d/.test(name) ? 'IP' : 'DNS'}:${name}`);
    if (certified === 'self-signed') {
      openssl(
        'req',
        '-x509',
        ...KEY,
        '-days',
        days,
        '-subj',
        '/CN=x',
        '-keyout',
        key,
        '-out',
        certificate,
        '-addext',
        `subjectAltName=IP:${name}`,
      );
    } else {
      openssl('req', '-new', ...KEY, '-subj', '/CN=x', '-keyout', key, '-out', file('request'));
      const by = ['-CA', file('authority.pem'), '-CAkey', file('authority.key'), '-CAcreateserial'];
      openssl(
        'x509',
        '-req',
        '-in',
        file('request'),
        ...by,
        '-days',
        days,
        '-extfile',
        file('names'),
        '-out',
        certificate,
      );
    }
    const server = createServer({ key: readFileSync(key), cert: readFileSync(certificate) });
    const receiver = await openReceiver(OK, { server: server as unknown as Server });
    servers.push(receiver);
    return receiver.origin.replace('http:', 'https:');
  };

  before(async () => {
    const out = ['-keyout', file('authority.key'), '-out', file('authority.pem')];
    openssl('req', '-x509', ...KEY, '-days', '2', '-subj', '/CN=An authority of our own', ...out);
    const { NODE_EXTRA_CA_CERTS, NODE_TLS_REJECT_UNAUTHORIZED } = process.env;
    // The second would let anybody in, if it counted.
    Object.assign(process.env, { NODE_EXTRA_CA_CERTS: file('authority.pem'), NODE_TLS_REJECT_UNAUTHORIZED: '0' });
    sandbox = await startSandbox(ARGUMENTS);
    for (const [name, value] of Object.entries({ NODE_EXTRA_CA_CERTS, NODE_TLS_REJECT_UNAUTHORIZED })) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
  });
  after(async () => {
    await sandbox.stop();
    await Promise.all(servers.map(({ close }) => close()));
    folder.remove();
  });

  for (const [what, name, certified, status, reason] of [
    ['of an authority that is trusted', '127.0.0.1', 'signed', 200, null],
    ['that it signed itself', '127.0.0.1', 'self-signed', null, 'certificate is self-signed'],
    ['for somebody else', 'elsewhere.example', 'signed', null, 'certificate is for another name'],
  ] as const) {
    test(`${what}: ${reason ?? 'it is called'}`, async () => {
      const { ask, add } = administrator(sandbox);
      const id = await add(`${await secure(name, certified)}/secret`);
      const { content: _, time: __, duration: ___, ...tested } = (await ask('testWebHook', { id })) as Delivered;
      assert.deepEqual(tested, { status, reason });
      await control(sandbox.http, '/devices', { cid: 'C1', property: 'state', content: 1 });
      await control(sandbox.http, '/devices', { cid: 'C1', property: 'state', content: 0 });
      const fired = async () => (await ask('getWebHookDeliveries', { id })) as readonly Delivered[];
      await until(async () => (await fired()).length === 3, 'two changes');
      for (const one of await fired()) assert.deepEqual([one.status, one.reason], [status, reason]);
      assert.equal(servers.at(-1)?.told.length, reason === null ? 3 : 0);
      await ask('removeWebHook', { id });
      if (reason !== null)
        assert.match(
          sandbox.log(),
          new RegExp(`could not call webhook ${id} at https://127\\S+: ${reason} \\(\\d+ ms\\)`),
        );
      assert.doesNotMatch(sandbox.log(), /secret/);
    });
  }
});
