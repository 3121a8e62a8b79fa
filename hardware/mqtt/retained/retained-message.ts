import { readFileSync } from 'node:fs';
import { connect } from 'mqtt';
import { Subscription } from 'rxjs';
import { type Clock, seconds } from '../../../twin/index.ts';
import { LIMITS } from './limits.ts';

/** Which message of which broker. */
export interface RetainedRequest {
  readonly url: string;
  readonly username: string | undefined;
  readonly password: string | undefined;
  /** The path of a file with the authority of the broker's certificate. */
  readonly ca: string | undefined;
  readonly topic: string;
  /** The real clock. */
  readonly clock: Clock;
}

/** What is retained on one topic of a broker. Rejects with one sentence that says why there is nothing. */
export const retainedMessage = async ({
  url,
  username,
  password,
  ca,
  topic,
  clock,
}: RetainedRequest): Promise<Uint8Array> => {
  const client = connect(url, {
    ...(username === undefined ? {} : { username }),
    ...(password === undefined ? {} : { password }),
    ...(ca === undefined ? {} : { ca: readFileSync(ca) }),
    connectTimeout: LIMITS.retainedConnectSeconds.value * 1_000,
    reconnectPeriod: 0,
  });
  const patience = new Subscription();
  try {
    return await new Promise<Uint8Array>((resolve, reject) => {
      const fail = (why: string): void => reject(new Error(why));
      client.on('error', ({ message }) => fail(`the broker cannot be reached (${message || 'no answer'})`));
      client.on('close', () => fail('the broker closed the connection: look at user name, password and address'));
      client.on('message', (from, payload) => {
        if (from !== topic) return;
        if (payload.length > LIMITS.retainedBytes.value) fail(`${payload.length} bytes on ${topic} are too many`);
        else resolve(payload);
      });
      client.on('connect', () => {
        client.subscribe(topic, { qos: 1 }, (error) => {
          if (error) fail(`the broker does not let us listen to ${topic} (${error.message})`);
        });
      });
      patience.add(
        clock.after(seconds(LIMITS.retainedSeconds.value)).subscribe(() => {
          fail(
            client.connected ? `nothing is retained on ${topic}: look at the base topic` : 'the broker does not answer',
          );
        }),
      );
    });
  } finally {
    patience.unsubscribe();
    await client.endAsync(true);
  }
};
