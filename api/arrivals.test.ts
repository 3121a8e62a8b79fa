import assert from 'node:assert/strict';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { test } from 'node:test';
import fc from 'fast-check';
import { createArrivals, proxyRange } from './arrivals.ts';
import type { Path } from './caller.ts';
import { forwardedFor } from './forwarded.ts';

const PROXY = '10.0.0.2';
const arrivals = createArrivals(['10.0.0.0/30', '2001:db8:1::/48', '198.51.100.7']);
const came = (headers: IncomingHttpHeaders, peer = PROXY, listener: Path = 'local') => {
  const { path, source } = arrivals.of({ headers, socket: { remoteAddress: peer } } as IncomingMessage, listener);
  return `${path} ${source}`;
};
const usual = (header: string) => came({ 'x-forwarded-for': header });
const standard = (header: string) => came({ forwarded: header });

test('a proxy is believed when it says for whom it asks', () => {
  for (const [header, expected] of [
    ['203.0.113.9', 'remote 203.0.113.9'],
    ['192.168.1.20', 'local 192.168.1.20'],
    ['192.168.1.20:51234', 'local 192.168.1.20'],
    ['::ffff:192.168.1.20', 'local 192.168.1.20'],
    ['[fe80::1%eth0]:443', 'local fe80::1'],
    ['2001:db8::1', 'remote 2001:db8::1'],
    ['  [2001:db8::1]  ', 'remote 2001:db8::1'],
  ] as const)
    assert.equal(usual(header), expected, header);
  for (const [header, expected] of [
    ['for=203.0.113.9', 'remote 203.0.113.9'],
    ['For="203.0.113.9:4711";proto=https;by=10.0.0.2', 'remote 203.0.113.9'],
    ['proto=http; for=192.168.1.20', 'local 192.168.1.20'],
    ['for="[2001:db8::1]:80"', 'remote 2001:db8::1'],
    ['for="192\\.168.1.20"', 'local 192.168.1.20'],
    ['for=192.168.1.20 , for=203.0.113.9', 'remote 203.0.113.9'],
  ] as const)
    assert.equal(standard(header), expected, header);
});

test('the right-most address that is no proxy counts: what stands left of it anybody may have written', () => {
  assert.equal(usual('127.0.0.1, 203.0.113.9'), 'remote 203.0.113.9');
  assert.equal(usual('127.0.0.1, 203.0.113.9, 10.0.0.1, 198.51.100.7'), 'remote 203.0.113.9');
  assert.equal(usual('127.0.0.1, 2001:db8:1::5'), 'local 127.0.0.1');
  assert.equal(usual('10.0.0.1, 10.0.0.3'), 'local 10.0.0.1');
  assert.equal(standard('for=127.0.0.1, for=203.0.113.9, for=10.0.0.1'), 'remote 203.0.113.9');
});

test('nobody else is believed, and who says nothing is taken for what they are', () => {
  const lies = { 'x-forwarded-for': '127.0.0.1', forwarded: 'for=127.0.0.1' };

  assert.equal(came(lies, '203.0.113.9'), 'remote 203.0.113.9');
  assert.equal(came({ 'x-forwarded-for': '203.0.113.9' }, '192.168.1.20'), 'local 192.168.1.20');
  assert.equal(came({ 'x-forwarded-for': '203.0.113.9' }, '10.0.0.4'), 'local 10.0.0.4');
  assert.equal(came({}), `local ${PROXY}`);
  assert.equal(came({}, '198.51.100.7'), 'remote 198.51.100.7');
  assert.equal(came({ 'x-forwarded-for': '203.0.113.9' }, `::ffff:${PROXY}`), 'remote 203.0.113.9');
});

test('a header that makes no sense makes nobody local', () => {
  const unintelligible = ['', ' ', ',', 'unknown', '_hidden', 'localhost', '127.0.0.1, ', '127.0.0.1;', '127.0.0.1:x'];
  for (const header of [...unintelligible, '127.1', '[127.0.0.1]', '256.0.0.1', '127.0.0.1 127.0.0.1', 'for=127.0.0.1'])
    assert.equal(usual(header), `remote ${PROXY}`, header);
  assert.equal(usual(Array.from({ length: 33 }, () => '127.0.0.1').join()), `remote ${PROXY}`);
  assert.equal(standard('host="x;for=127.0.0.1";for=203.0.113.9'), 'remote 203.0.113.9');
  assert.equal(standard('for=127.0.0.1;for=203.0.113.9'), `remote ${PROXY}`);
  const broken = ['', 'for', 'for=', 'proto=https', 'for="127.0.0.1', 'for=127.0.0.1,', 'for=127.0.0.1;;proto=http'];
  for (const header of [...broken, 'for=unknown', 'for=[::1]', 'for="10.0.0.1, for="203.0.113.9"', '127.0.0.1'])
    assert.equal(standard(header), `remote ${PROXY}`, header);
});

test('two headers that contradict each other are worth nothing: one of them may be the client’s own', () => {
  const both = (listed: string, described: string) => came({ 'x-forwarded-for': listed, forwarded: described });

  assert.equal(both('203.0.113.9', 'for=127.0.0.1'), `remote ${PROXY}`);
  assert.equal(both('127.0.0.1', 'for=203.0.113.9'), `remote ${PROXY}`);
  assert.equal(both('127.0.0.1', 'rubbish'), `remote ${PROXY}`);
  assert.equal(both('192.168.1.20', 'for=192.168.1.20'), 'local 192.168.1.20');
});

test('the remote listener is remote whatever anybody says', () => {
  assert.equal(came({ 'x-forwarded-for': '127.0.0.1' }, PROXY, 'remote'), 'remote 127.0.0.1');
  assert.equal(came({}, '127.0.0.1', 'remote'), 'remote 127.0.0.1');
});

test('no header whatever breaks it, or is understood as more addresses than it could hold', () => {
  const piece = fc.constantFrom(
    '127.0.0.1',
    '203.0.113.9',
    '::1',
    '[::1]',
    'for=',
    'for="',
    '"',
    ',',
    ';',
    ' ',
    '\\',
    ':80',
    'x',
  );
  const header = fc.oneof(
    fc.array(piece, { maxLength: 20 }).map((pieces) => pieces.join('')),
    fc.string({ maxLength: 60 }),
  );
  fc.assert(
    fc.property(fc.option(header, { nil: undefined }), fc.option(header, { nil: undefined }), (one, other) => {
      const found = forwardedFor({ 'x-forwarded-for': one, forwarded: other });
      assert.ok(found == null || (found.length > 0 && found.length <= 32));
      // A proxy that appends whom it asks for is right about that, whatever the client wrote before.
      const appended = usual(`${one ?? ''}, 203.0.113.9`);
      assert.ok(['remote 203.0.113.9', `remote ${PROXY}`].includes(appended), appended);
      const described = standard(`${other ?? ''}, for=203.0.113.9`);
      assert.ok(['remote 203.0.113.9', `remote ${PROXY}`].includes(described), described);
    }),
    { numRuns: 2_000 },
  );
});

test('a range is an address and how much of it counts', () => {
  assert.deepEqual(proxyRange('10.0.0.0/8'), { address: '10.0.0.0', bits: 8, family: 'ipv4' });
  assert.deepEqual(proxyRange('::1'), { address: '::1', bits: 128, family: 'ipv6' });
  for (const text of [
    '',
    '10.0.0.0/33',
    '10.0.0/8',
    'localhost',
    '::1/129',
    '10.0.0.1/',
    '10.0.0.1 ',
    '*',
    '0.0.0.0/0x',
  ])
    assert.equal(proxyRange(text), undefined, text);
  assert.throws(() => createArrivals(['everybody']), RangeError);
});
