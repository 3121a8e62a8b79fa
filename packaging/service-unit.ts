/** Settings of a systemd unit by name; each as often as it stands there. */
export type ServiceUnit = ReadonlyMap<string, readonly string[]>;

/** Reads a unit file; sections do not matter, as no name stands in two of ours. */
export const serviceUnitOf = (text: string): ServiceUnit => {
  const settings = new Map<string, string[]>();
  for (const [, name = '', value = ''] of text.matchAll(/^(\w+)=(.*)$/gm)) {
    settings.set(name, [...(settings.get(name) ?? []), value]);
  }
  return settings;
};

/** The command line that starts the service with its user, groups, capabilities and environment, as systemd would. */
export const commandOf = (unit: ServiceUnit): readonly string[] => {
  const only = (name: string): string => {
    const [value] = unit.get(name) ?? [];
    if (value === undefined) throw new Error(`the unit has no ${name}`);
    return value;
  };
  const capabilities = (name: string): string =>
    [
      '-all',
      ...only(name)
        .split(' ')
        .map((capability) => `+${capability.replace('CAP_', '').toLowerCase()}`),
    ].join(',');
  return [
    'setpriv',
    ...['--reuid', only('User'), '--regid', only('Group'), '--init-groups', '--no-new-privs'],
    ...['--bounding-set', capabilities('CapabilityBoundingSet'), '--inh-caps', capabilities('AmbientCapabilities')],
    ...['--ambient-caps', capabilities('AmbientCapabilities')],
    ...['env', '--ignore-environment', 'PATH=/usr/bin:/bin', ...(unit.get('Environment') ?? [])],
    ...only('ExecStart').split(' '),
  ];
};
