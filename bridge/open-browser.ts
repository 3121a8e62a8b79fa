import { spawn } from 'node:child_process';

/** Asks the desktop to show an address; answers whether it was asked. There may be no desktop: that is no failure. */
export const openBrowser = (address: string, { env, platform } = process): boolean => {
  const command = commandFor(address, platform, env);
  if (command === undefined) return false;
  const [program, ...args] = command;
  try {
    // Its output would disturb the protocol.
    const child = spawn(program, args, { stdio: 'ignore', detached: true, windowsHide: true });
    child.on('error', () => {});
    child.unref();
    return child.pid !== undefined;
  } catch {
    return false;
  }
};

const commandFor = (
  address: string,
  platform: NodeJS.Platform,
  env: NodeJS.ProcessEnv,
): readonly [string, ...string[]] | undefined => {
  if (platform === 'win32') return ['cmd', '/c', 'start', '', address];
  if (platform === 'darwin') return env.SSH_CONNECTION === undefined ? ['open', address] : undefined;
  return env.DISPLAY || env.WAYLAND_DISPLAY ? ['xdg-open', address] : undefined;
};
