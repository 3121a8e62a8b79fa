import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { LIMITS } from './limits.ts';
import { readAddress, targetOf } from './web-hook-address.ts';

const target = (url: string, content: number | string | null = 1, property = 'state'): string => {
  const address = readAddress(url);
  assert.ok(typeof address !== 'string', `${url}: ${address}`);
  return targetOf(address, { id: 7, cid: 'C1', property, content });
};

test('the parameters follow the address’s own query, which stays byte for byte', () => {
  const ours = 'id=7&cid=C1&property=state&content=1';
  for (const [url, expected] of [
    ['http://h', `/?${ours}`],
    ['http://h/', `/?${ours}`],
    ['http://h?', `/?${ours}`],
    ['http://h?a', `/?a&${ours}`],
    ['http://h/p', `/p?${ours}`],
    ['http://h/p?a=b&', `/p?a=b&${ours}`],
    ['http://h/p?a=%2f+%20&&id=%41?/@:', `/p?a=%2f+%20&&id=%41?/@:&${ours}`],
    [`http://h/p?q="'<>[]{}|^\``, `/p?q="'<>[]{}|^\`&${ours}`],
    ['http://h/a/../b//%2e./c;d', `/a/../b//%2e./c;d?${ours}`],
    ['http://h/p?a=b#part?x=y', `/p?a=b&${ours}`],
    ['http://h#part', `/?${ours}`],
    ['http://h/Tür?é=ß', `/T%C3%BCr?%C3%A9=%C3%9F&${ours}`],
    ['HTTPS://H/p', `/p?${ours}`],
  ] as const) {
    assert.equal(target(url), expected, url);
  }
});

test('any content arrives as the text that it is', () => {
  assert.match(target('http://h/', null), /&content=$/);
  assert.match(target('http://h/', 1e21), /&content=1e%2B21$/);
  assert.match(target('http://h/', -0.5), /&content=-0\.5$/);
  fc.assert(
    fc.property(
      fc.oneof(fc.string({ unit: 'binary' }), fc.double({ noNaN: true })),
      fc.string(),
      (content, property) => {
        const sent = target('http://h/p?own=1', content, property);
        assert.match(sent, /^[\x21-\x7e]+$/);
        const query = new URL(sent, 'http://h').searchParams;
        assert.deepEqual([...query.keys()], ['own', 'id', 'cid', 'property', 'content']);
        assert.equal(query.get('content'), String(content).replace(/\p{Cs}/gu, '\ufffd'));
        assert.equal(query.get('property'), property.replace(/\p{Cs}/gu, '\ufffd'));
      },
    ),
  );
});

test('host, port and origin are those that a browser would call', () => {
  for (const [url, expected] of [
    ['http://192.0.2.1/', [false, '192.0.2.1', 80, 'http://192.0.2.1']],
    ['https://Example.COM:443/x', [true, 'example.com', 443, 'https://example.com']],
    ['https://example.com:8443?x', [true, 'example.com', 8443, 'https://example.com:8443']],
    ['http://[2001:DB8::1]:81/', [false, '2001:db8::1', 81, 'http://[2001:db8::1]:81']],
    ['http://küche.example/', [false, 'xn--kche-0ra.example', 80, 'http://xn--kche-0ra.example']],
  ] as const) {
    const address = readAddress(url);
    assert.ok(typeof address !== 'string', String(address));
    assert.deepEqual([address.secure, address.host, address.port, address.origin], expected);
  }
});

test('what is no address that could be called is refused', () => {
  const long = `http://h/${'x'.repeat(LIMITS.webHookUrlCharacters.value)}`;
  assert.equal(typeof readAddress(long.slice(0, LIMITS.webHookUrlCharacters.value)), 'object');
  for (const url of [
    ...['', 'h', '/a', '//h/a', 'http:', 'http:h', 'http:/h/', 'http://', 'http:///p', 'http://?a', 'httpx://h/'],
    ...['ftp://h/', 'file:///etc/passwd', 'javascript:alert(1)', 'data:,x', 'ws://h/', 'unix:/tmp/x', 'http+unix://h/'],
    ...['http://h/\n', 'http://h/\r\nX: y', 'http://h/a b', ' http://h/', 'http://h/ ', 'http://h/\t', 'http://h/\0'],
    ...['http://h/\u007f', 'http://h/\u0085', 'http://h/\u2028', 'http://h/\ud800', 'ht\ntp://h/', 'http://h\t/'],
    ...['http://u@h/', 'http://u:p@h/', 'http://:p@h/', 'http://@h/', 'https://u%40:p@h/', 'http://h@h@h/'],
    ...['http://h\\@x/', 'http://u:p\\@h/', 'http:\\\\h/', 'http://h\\a'],
    ...['http://h:0/', 'http://h:65536/', 'http://h:x/', 'http://h:-1/', 'http://[::1/', 'http://a b/', 'http://%00/'],
    long,
  ]) {
    assert.equal(typeof readAddress(url), 'string', JSON.stringify(url));
  }
});
