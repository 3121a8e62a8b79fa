import type { Server } from 'node:http';

/** Takes no more requests, and cuts after `patience` what is not answered by then. */
export const closeAll = async (servers: readonly Server[], patience: Promise<unknown>): Promise<void> => {
  const closed = servers.map(
    (server) => new Promise((resolve) => (server.listening ? server.close(resolve) : resolve(0))),
  );
  for (const server of servers) server.closeIdleConnections();
  await Promise.race([Promise.all(closed), patience]);
  for (const server of servers) server.closeAllConnections();
};
