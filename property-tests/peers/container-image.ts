import { getContainerRuntimeClient } from './container-runtime.ts';

/** Programs that tests have as peers, by the variable that names an image in which it is. */
const IMAGES = {
  mosquitto: 'TWINHAUS_MOSQUITTO_IMAGE',
  knxd: 'TWINHAUS_KNXD_IMAGE',
  pymodbus: 'TWINHAUS_PYMODBUS_IMAGE',
} as const;

/**
 * The image in which a peer runs, or `undefined` if it is a process of this machine. Containers are for those who ask for them: the
 * environment names the image, and a daemon answers.
 */
export const containerImage = async (peer: keyof typeof IMAGES): Promise<string | undefined> => {
  const image = process.env[IMAGES[peer]];
  if (image === undefined || image === '') return undefined;
  try {
    await getContainerRuntimeClient();
    return image;
  } catch {
    return undefined;
  }
};
