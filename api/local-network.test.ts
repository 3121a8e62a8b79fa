import assert from 'node:assert/strict';
import { test } from 'node:test';
import { arrival, isLocal, plainAddress } from './local-network.ts';

test('loopback, link-local and private addresses are of the local network', () => {
  const local = [
    '127.0.0.1',
    '127.255.255.254',
    '10.0.0.1',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.178.20',
    '169.254.1.1',
    '::1',
    'fe80::1',
    'febf::1',
    'fe80::1%eth0',
    'fd12:3456::1',
    'fc00::1',
    '::ffff:192.168.1.20',
    '::FFFF:127.0.0.1',
  ];

  for (const address of local) assert.equal(isLocal(address), true, address);
});

test('every other address is remote', () => {
  const foreign = [
    '8.8.8.8',
    '126.255.255.255',
    '128.0.0.1',
    '11.0.0.1',
    '172.15.255.255',
    '172.32.0.1',
    '192.167.1.1',
    '192.169.1.1',
    '169.253.1.1',
    '100.64.0.1',
    '0.0.0.0',
    '::',
    '::2',
    'fec0::1',
    'fe00::1',
    '2001:db8::1',
    '::ffff:8.8.8.8',
    '::ffff:0:127.0.0.1',
    '::127.0.0.1',
    '',
    'localhost',
    '127.0.0.1.example.org',
    '010.0.0.1',
  ];

  for (const address of foreign) assert.equal(isLocal(address), false, address);
});

test('a local listener makes nobody local who comes from outside, and a remote listener makes everybody remote', () => {
  assert.deepEqual(arrival('local', '::ffff:192.168.1.20'), { path: 'local', source: '192.168.1.20' });
  assert.deepEqual(arrival('local', '198.51.100.7'), { path: 'remote', source: '198.51.100.7' });
  assert.deepEqual(arrival('remote', '127.0.0.1'), { path: 'remote', source: '127.0.0.1' });
  assert.deepEqual(arrival('local', undefined), { path: 'remote', source: '' });
});

test('one machine has one spelling', () => {
  assert.equal(plainAddress('::ffff:10.1.2.3'), '10.1.2.3');
  assert.equal(plainAddress('fe80::1%eth0'), 'fe80::1');
  assert.equal(plainAddress('::ffff:a01:203'), '::ffff:a01:203');
});
