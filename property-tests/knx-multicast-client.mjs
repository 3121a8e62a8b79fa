// Somebody else's program among KNX routers: a line of JSON for each telegram that it hears, and one in for each that it writes.
import { createInterface } from 'node:readline';
import { KNXClient } from 'knxultimate';

const [multicast, address] = process.argv.slice(2);
const client = new KNXClient({
  ipAddr: multicast,
  ipPort: 3671,
  hostProtocol: 'Multicast',
  physAddr: '1.1.7',
  localIPAddress: address,
  loglevel: 'disable',
});
const say = (line) => process.stdout.write(`${JSON.stringify(line)}\n`);
client.on('indication', ({ cEMIMessage }, echoed) => {
  if (!echoed)
    say([
      cEMIMessage.srcAddress.toString(),
      cEMIMessage.dstAddress.toString(),
      cEMIMessage.npdu.dataValue.toString('hex'),
    ]);
});
client.on('error', () => {});
client.once('connected', () => say('connected'));
client.Connect();
createInterface(process.stdin).on('line', (line) => client.write(...JSON.parse(line)));
