import { ask, type GoodController, PROGRAM, type Starting, startProgram } from './good-controller.ts';

const PORTS = ['--http-port', '0', '--https-port', '0', '--remote-port', '0'];

/** Starts the sandbox on free ports and gives it a remote access token. */
export const startSandbox = async (starting: Starting = {}): Promise<GoodController> => {
  const running = await startProgram(['sandbox', ...PORTS], starting);
  const login = { username: 'admin', password: 'sandbox-admin' };
  const made = await ask({ ...running, login }, 'addRemoteToken', { name: 'conformance' });
  return {
    ...running,
    login,
    name: 'Family home',
    mcpToken: 'sandbox-mcp-token',
    remoteToken: (made as { token: string }).token,
    bridge: `${process.execPath} ${PROGRAM} bridge`,
  };
};
