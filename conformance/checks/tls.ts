import { certificateOf } from '../clients/certificate.ts';
import { isFields, same } from '../clients/json.ts';
import { brief } from '../trials/caller.ts';
import { Missing } from '../trials/paths.ts';
import type { Check } from './check.ts';
import { steady } from './paths-alike.ts';
import { reached } from './reached.ts';

/** The encrypted path. */
export const TLS: readonly Check[] = [
  {
    id: 'tls.certificate',
    title: 'the certificate is self-signed and names nobody',
    proves: ['tls.self-signed', 'tls.names-nobody', 'tls.stable'],
    needs: ['https'],
    async run(t) {
      const { https } = t.around.target;
      if (https === null) throw new Missing('no HTTPS address');
      const look = (number: number) => t.tape.take('https', { handshake: number }, () => certificateOf(https));
      const [one, other] = [await look(1), await look(2)];
      t.expect('tls.self-signed', one.issuer === one.subject, `issuer ${one.issuer}, subject ${one.subject}`);
      const commonName = (JSON.parse(one.subject) as { CN?: string }).CN ?? '';
      const host = /^(?:[\w-]+\.)+[\w-]+$|^\d+\.\d+\.\d+\.\d+$|:/.test(commonName);
      t.expect('tls.names-nobody', one.altNames === '' && !host, `made out to "${commonName}" ${one.altNames}`);
      t.expect('tls.stable', one.fingerprint === other.fingerprint, `${one.fingerprint}, ${other.fingerprint}`);
    },
  },
  {
    id: 'tls.fingerprint',
    title: 'the certificate is the one that the operator was told of',
    proves: ['tls.fingerprint'],
    needs: ['https', 'fingerprint'],
    async run(t) {
      const { certificate, fingerprint } = t.around.target;
      const shown = certificate?.fingerprint;
      t.expect('tls.fingerprint', shown === fingerprint, `told ${fingerprint}, shown ${shown}`);
    },
  },
  {
    id: 'tls.calls',
    title: 'calls are answered over HTTPS as over HTTP',
    proves: ['tls.same-api', 'tls.socket', 'tls.socket2'],
    needs: ['https', 'trusted'],
    async run(t) {
      const [plain, secure] = [await t.http.call('getScenes', t.user), await t.https.call('getScenes', t.user)];
      const alike = plain.status === secure.status && same(steady(t, plain.body), steady(t, secure.body));
      t.expect('tls.same-api', alike, `status ${plain.status} and ${secure.status}`);
      for (const [generation, id] of [
        [4, 'tls.socket'],
        [2, 'tls.socket2'],
      ] as const) {
        const opened = await reached(() => t.readyWire(generation, t.user, { over: 'https' }));
        if ('says' in opened) {
          t.expect(id, false, opened.says);
          continue;
        }
        const version = await opened.wire.call('getVersion');
        t.expect(id, version.answered && isFields(version.answer), brief(version));
      }
    },
  },
];
