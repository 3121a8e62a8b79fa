import { createRequire } from 'node:module';

/**
 * The client library of Socket.io 2 as programs of its time use it. It takes the WebSocket of a browser where there is one, as
 * newer versions of Node.js have, and with that one it can neither send headers nor trust a certificate: so there is none while it loads.
 */
export const elderClient: unknown = loadWithoutWebSocket();

function loadWithoutWebSocket(): unknown {
  const kept = Object.getOwnPropertyDescriptor(globalThis, 'WebSocket');
  Reflect.deleteProperty(globalThis, 'WebSocket');
  try {
    return createRequire(import.meta.url)('socket.io-client-2');
  } finally {
    if (kept !== undefined) Object.defineProperty(globalThis, 'WebSocket', kept);
  }
}
