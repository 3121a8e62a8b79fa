import type { Frame } from '../hardware/knx/frame/frame.ts';
import type { Telegram } from '../hardware/knx/frame/telegram.ts';
import { Tunnel } from '../hardware/knx/tunnel/tunnel.ts';
import { type Instant, VirtualClock, type WriteOutcome } from '../twin/index.ts';
import { letIn, ScriptedGateway } from './scripted-gateway.ts';

export const write = (value: number, group = 0x0901): Telegram => ({
  service: 'write',
  group,
  payload: { short: true, data: Uint8Array.of(value) },
});
export const ack = (sequence: number, status = 0, channel = 7): Frame => ({
  is: 'tunnelling-ack',
  channel,
  sequence,
  status,
});

/** A tunnel to a scripted gateway, which has said nothing yet. */
export const life = ({ reliable = false } = {}) => {
  const clock = new VirtualClock(0 as Instant);
  const gateway = new ScriptedGateway({ reliable });
  const heard: string[] = [];
  const tunnel = new Tunnel({
    gateway: { host: 'gateway', port: 3_671 },
    open: gateway.open,
    clock,
    up: (address) => heard.push(`up ${address.toString(16)}`),
    telegram: ({ telegram }) => heard.push(`${telegram.service} ${telegram.group}`),
    down: (reason) => heard.push(`down: ${reason}`),
  });
  const outcomes: WriteOutcome[] = [];
  const send = (telegram: Telegram) => tunnel.send(telegram, (outcome) => outcomes.push(outcome));
  const pass = (seconds: number) => clock.advanceTo((clock.now() + seconds * 1_000) as Instant);
  const isAlive = (frame: Frame) => {
    if (frame.is === 'connection-state-request') {
      gateway.wire.say({ is: 'connection-state-response', channel: 7, status: 0 });
    }
  };
  return { clock, gateway, heard, tunnel, outcomes, send, pass, isAlive };
};

/** Let in, and asked nothing yet. */
export const linked = (options = {}) => {
  const all = life(options);
  all.gateway.answer = all.isAlive;
  all.gateway.wire.events.opened();
  all.gateway.wire.say(letIn());
  all.gateway.sent.length = 0;
  return all;
};
