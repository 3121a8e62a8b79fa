import { readFileSync } from 'node:fs';
import type { IClientOptions } from 'mqtt';
import type { Secret } from '../bus.ts';
import { LIMITS } from './limits.ts';
import type { MqttSettings } from './settings.ts';

/** How the broker of some settings is reached; throws for what cannot be read. */
export const clientOptions = (settings: MqttSettings, secret: (from: Secret) => string): IClientOptions => {
  const { username, password, clientId, status } = settings;
  return {
    ...tls(settings),
    ...(username !== undefined && { username }),
    ...(password !== undefined && { password: secret(password) }),
    ...(clientId !== undefined && { clientId }),
    ...(status !== undefined && { will: { topic: status, payload: Buffer.from('offline'), retain: true, qos: 1 } }),
    keepalive: settings.keepalive ?? LIMITS.keepaliveSeconds.value,
  };
};

const tls = ({ ca, certificate, key }: MqttSettings): IClientOptions => ({
  ...(ca === undefined ? {} : { ca: readFileSync(ca) }),
  ...(certificate === undefined ? {} : { cert: readFileSync(certificate) }),
  ...(key === undefined ? {} : { key: readFileSync(key) }),
});
