import { createSocket, type Socket } from 'node:dgram';
import { networkInterfaces } from 'node:os';
import { type Clock, seconds } from '../../twin/index.ts';
import type { DeviceDescription } from './frame/device.ts';
import { type Endpoint, isRouteBack, routeBack } from './frame/endpoint.ts';
import { decodeFrame, encodeFrame } from './frame/frame.ts';
import { LIMITS } from './limits.ts';
import { DEFAULTS, PORT } from './settings.ts';
import type { Gateway } from './tunnel/wire.ts';

/** A gateway that has answered a search. */
export interface FoundGateway extends Gateway, DeviceDescription {
  readonly hasTunnels: boolean;
}

interface SearchOptions {
  readonly clock: Clock;
  /** Asks this one alone; left out: everybody in the networks of this machine. */
  readonly gateway?: Gateway;
}

/** Where every gateway listens. */
const EVERYBODY: Gateway = { host: DEFAULTS.multicast, port: PORT };
const TUNNELLING = 4;

/** Asks who is there, and answers those that said so in time, each once. Rejects if nobody could be asked. */
export const searchGateways = async ({ clock, gateway }: SearchOptions): Promise<readonly FoundGateway[]> => {
  const found = new Map<string, FoundGateway>();
  const hear = (data: Uint8Array, from: Gateway): void => {
    const frame = decodeFrame(data);
    if (frame?.is !== 'search-response' || found.size >= LIMITS.gatewaysFound.value) return;
    const { control, device } = frame;
    const { host, port } = isRouteBack(control) ? from : control;
    const hasTunnels = device.families.includes(TUNNELLING);
    found.set(`${host}:${port}`, { ...device, host, port, hasTunnels });
  };
  const asked = await Promise.allSettled(
    gateway === undefined
      ? ownAddresses().map((address) => ask(EVERYBODY, address, hear))
      : [ask(gateway, undefined, hear)],
  );
  const sockets = asked.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
  const [failure] = asked.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []));
  if (sockets.length === 0) throw failure ?? new Error('this machine is in no network');
  await new Promise<void>((resolve) => {
    clock.after(seconds(LIMITS.searchSeconds.value)).subscribe(() => resolve());
  });
  for (const socket of sockets) socket.close();
  return [...found.values()];
};

const ownAddresses = (): readonly string[] =>
  Object.values(networkInterfaces())
    .flatMap((addresses = []) => addresses)
    .filter(({ family, internal }) => family === 'IPv4' && !internal)
    .map(({ address }) => address);

/** From one address of this machine, where answers come back; `undefined` takes any, and answers come to where the question is from. */
const ask = (to: Gateway, own: string | undefined, hear: (data: Uint8Array, from: Gateway) => void): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const socket = createSocket('udp4');
    const fail = (error: Error): void => {
      socket.close();
      reject(error);
    };
    socket.once('error', fail);
    socket.on('message', (data, { address, port }) => hear(data, { host: address, port }));
    socket.bind({ port: 0, ...(own === undefined ? {} : { address: own }) }, () => {
      if (own !== undefined) socket.setMulticastInterface(own);
      const { port } = socket.address();
      const control: Endpoint = own === undefined ? routeBack('udp') : { protocol: 'udp', host: own, port };
      socket.send(encodeFrame({ is: 'search-request', control }), to.port, to.host, (error) => {
        if (error !== null) {
          fail(error);
          return;
        }
        socket.off('error', fail);
        // Whoever is asked alone and is not there may say so; then nobody is found.
        socket.on('error', () => {});
        resolve(socket);
      });
    });
  });
