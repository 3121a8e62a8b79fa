import { X509Certificate } from 'node:crypto';
import { join } from 'node:path';
import type { GoodController } from '../testing/good-controller.ts';
import { type Face, openFace } from './face.ts';
import type { Faulty } from './faulty.ts';
import { HookRelay } from './hook-relay.ts';

const SPOILED_BRIDGE = join(import.meta.dirname, 'spoiled-bridge.ts');

/** A good controller seen through a fault. */
export interface FaultyController {
  /** Its addresses and what else it is known by, in the words of the good one. */
  readonly given: Omit<GoodController, 'stop'>;
  stop(): Promise<void>;
}

/** Puts the fault in front of a good controller: before every address that it spoils, and the first one always. */
export const startFaulty = async (faulty: Faulty, good: GoodController): Promise<FaultyController> => {
  const spoiling = faulty.how(good);
  const relay = spoiling.hook === undefined ? null : await HookRelay.open(spoiling);
  const faces: Face[] = [];
  const face = async (...opened: Parameters<typeof openFace>): Promise<string> => {
    const made = await openFace(...opened);
    faces.push(made);
    return made.url;
  };
  const { https, remote, bridge } = spoiling;
  return {
    given: {
      ...good,
      http: await face(good.http, spoiling, relay),
      https: https === undefined ? good.https : await face(good.http, https, null, https.shows),
      remote: remote === undefined ? good.remote : await face(good.remote, remote),
      fingerprint: https?.told === undefined ? good.fingerprint : new X509Certificate(https.told.cert).fingerprint256,
      bridge:
        bridge === undefined
          ? good.bridge
          : `${process.execPath} --import ${import.meta.resolve('tsx')} ${SPOILED_BRIDGE} ${bridge} ${good.bridge}`,
    },
    stop: async () => {
      relay?.close();
      await Promise.all(faces.map((each) => each.close()));
    },
  };
};
