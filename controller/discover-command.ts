import { type Command, columns, perhaps } from './command.ts';
import { Refusal } from './refusal.ts';

/** `twinhaus discover`: looks for gateways of a bus in the networks of this machine. */
export const discoverCommand: Command = {
  name: 'discover',
  usage: 'knx [options]',
  means: 'Looks for KNXnet/IP gateways and lists them.',
  options: [
    { name: 'gateway', argument: 'HOST[:PORT]', means: 'ask this one alone, as where multicast does not reach' },
    { name: 'json', means: 'one gateway per line, as JSON' },
  ],
  examples: [
    ['twinhaus discover knx', 'exit status 0: somebody was found; 1: nobody'],
    ['twinhaus discover knx --gateway 192.168.1.5', 'whether this one answers'],
  ],
  async run({ operands, values, switches }) {
    const [bus = '', more] = operands;
    if (bus !== 'knx') throw new Refusal(`name what to look for: ${perhaps(bus, ['knx'])}twinhaus discover knx`);
    if (more !== undefined) throw new Refusal(`unexpected ${more}: twinhaus discover knx [--gateway HOST[:PORT]]`);
    const { formatIndividual, gatewayOf, searchGateways } = await import('../hardware/knx/index.ts');
    const { SystemClock } = await import('../twin/index.ts');
    const text = values.get('gateway');
    const gateway = text === undefined ? undefined : gatewayOf(text);
    if (gateway === null) throw new Refusal(`--gateway: ${text} is no gateway; write HOST or HOST:PORT`);
    const search = searchGateways({ clock: new SystemClock(), ...(gateway === undefined ? {} : { gateway }) });
    const found = await search.catch((error: Error) => {
      throw gateway === undefined ? error : new Refusal(`--gateway: ${text} cannot be asked: ${error.message}`);
    });
    const lines = switches.has('json')
      ? found.map((each) => JSON.stringify({ ...each, address: formatIndividual(each.address) }))
      : columns(
          found.map(({ host, port, name, address, hasTunnels }) => [
            `${host}:${port}`,
            `${name} (${formatIndividual(address)})${hasTunnels ? '' : ', without tunnels'}`,
          ]),
        );
    process.stdout.write(found.length === 0 ? '' : `${lines.join('\n')}\n`);
    if (found.length > 0) return 0;
    process.stderr.write('nobody answered; where multicast does not reach, name a gateway with --gateway\n');
    return 1;
  },
};
