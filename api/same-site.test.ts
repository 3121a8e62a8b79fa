import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isSameSite } from './same-site.ts';

test('a program that says nothing of a site is not a browser on another one', () => {
  assert.equal(isSameSite({ host: '192.168.1.20' }, false), true);
});

test('a page of the controller itself is the same site', () => {
  const own = [
    { host: '192.168.1.20', origin: 'http://192.168.1.20', 'sec-fetch-site': 'same-origin' },
    { host: 'house.local:8080', origin: 'http://house.local:8080' },
    { host: 'house.local:80', origin: 'http://house.local' },
    { host: '[fd12::1]:8080', origin: 'http://[fd12::1]:8080' },
    { host: 'house.example.org', origin: 'https://house.example.org' },
    { host: 'house.local', 'sec-fetch-site': 'none' },
  ];

  for (const headers of own) assert.equal(isSameSite(headers, false), true, JSON.stringify(headers));
});

test('any other page is not', () => {
  const foreign = [
    { host: '192.168.1.20', origin: 'http://evil.example' },
    { host: '192.168.1.20', origin: 'http://192.168.1.20:8080' },
    { host: '192.168.1.20', origin: 'http://192.168.1.20.evil.example' },
    { host: '192.168.1.20', origin: 'null' },
    { host: '192.168.1.20', origin: '' },
    { host: '192.168.1.20', origin: 'file://192.168.1.20' },
    { host: 'a b', origin: 'http://house.local' },
    { origin: 'http://house.local' },
    { host: 'house.local', 'sec-fetch-site': 'cross-site' },
    { host: 'house.local', 'sec-fetch-site': 'same-site' },
    { host: 'house.local', 'sec-fetch-site': 'same-origin, cross-site' },
    { host: 'house.local', origin: 'http://house.local', 'sec-fetch-site': 'cross-site' },
    { host: 'house.local', origin: 'http://evil.example', 'sec-fetch-site': 'same-origin' },
  ];

  for (const headers of foreign) assert.equal(isSameSite(headers, false), false, JSON.stringify(headers));
});

test('behind TLS a page that came without it is another site', () => {
  assert.equal(isSameSite({ host: 'house.local', origin: 'http://house.local' }, true), false);
  assert.equal(isSameSite({ host: 'house.local', origin: 'https://house.local' }, true), true);
});
