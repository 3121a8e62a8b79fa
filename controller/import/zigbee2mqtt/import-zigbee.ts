import { retainedMessage } from '../../../hardware/mqtt/retained/retained-message.ts';
import { MqttSettings } from '../../../hardware/mqtt/settings.ts';
import { SystemClock } from '../../../twin/index.ts';
import { Secrets } from '../../configuration/secrets.ts';
import { readFile } from '../../read-file.ts';
import { Refusal } from '../../refusal.ts';
import { schemaFaults } from '../../yaml/schema-faults.ts';
import type { ImportSource } from '../import-source.ts';
import { DEFAULT_BASE, proposeZigbee, topicsOf } from './propose-zigbee.ts';
import { zigbeeDevices } from './zigbee-device.ts';

const MOST_BYTES = 16 * 1024 * 1024;

/** The variable with the password of a broker, where no file has it. */
const PASSWORD_VARIABLE = 'TWINHAUS_BROKER_PASSWORD';

/** Devices of Zigbee2MQTT: of a saved message, or of the broker on which it is retained. */
export const zigbeeSource: ImportSource = {
  bus: 'broker',
  options: ['broker', 'username', 'password-file', 'ca', 'base'],
  async read({ file, bus, values }) {
    const base = values.get('base') ?? DEFAULT_BASE;
    if (!/^[^+#\0]{1,200}$/.test(base)) throw new Refusal(`--base: ${base} is no topic; write one such as zigbee2mqtt`);
    const broker = values.get('broker');
    if ((file === undefined) === (broker === undefined)) {
      throw new Refusal('name one source: twinhaus import zigbee2mqtt DEVICES.json, or --broker mqtt://192.168.1.10');
    }
    for (const name of ['username', 'password-file', 'ca']) {
      if (broker === undefined && values.has(name)) throw new Refusal(`--${name} is for --broker; take it out`);
    }
    const from = file ?? broker ?? '';
    const text =
      broker === undefined ? readFile(from, MOST_BYTES).toString('utf8') : await retained(broker, base, values);
    const devices = zigbeeDevices(parsed(from, text));
    if (typeof devices === 'string') throw new Refusal(`${from}: ${devices}`);
    return {
      proposal: proposeZigbee(devices, bus, base),
      placesOf: topicsOf,
      advice: [`The bus: ${bus}: { type: mqtt, url: "${broker ?? 'mqtt://ADDRESS_OF_YOUR_BROKER'}" }`],
    };
  },
};

/** `mosquitto_sub -v` writes the topic before the message. */
const parsed = (from: string, text: string): unknown => {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, '').replace(/^\S+\/bridge\/devices\s+(?=\[)/, ''));
  } catch (error) {
    throw new Refusal(
      `${from}: is no JSON (${(error as Error).message.replace(/\s+/g, ' ')}); save what is retained on zigbee2mqtt/bridge/devices`,
    );
  }
};

const retained = async (url: string, base: string, values: ReadonlyMap<string, string>): Promise<string> => {
  const [fault] = schemaFaults(MqttSettings, { url });
  if (fault !== undefined) throw new Refusal(`--broker: ${fault.says}`);
  const password = passwordOf(values.get('password-file'));
  const ca = values.get('ca');
  if (ca !== undefined) readFile(ca, MOST_BYTES);
  const username = values.get('username');
  const topic = `${base}/bridge/devices`;
  try {
    const bytes = await retainedMessage({ url, username, password, ca, topic, clock: new SystemClock() });
    return Buffer.from(bytes).toString('utf8');
  } catch (error) {
    throw new Refusal(`${url}: ${(error as Error).message}`);
  }
};

const passwordOf = (file: string | undefined): string | undefined => {
  const secrets = new Secrets('.');
  if (file !== undefined) return secrets.text({ file });
  const isGiven = process.env[PASSWORD_VARIABLE] !== undefined && process.env[PASSWORD_VARIABLE] !== '';
  return isGiven ? secrets.text({ env: PASSWORD_VARIABLE }) : undefined;
};
