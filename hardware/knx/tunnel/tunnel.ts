import { Subscription } from 'rxjs';
import { type Clock, seconds, type WriteOutcome } from '../../../twin/index.ts';
import { decodeCemi, encodeCemi } from '../frame/cemi.ts';
import { isRouteBack } from '../frame/endpoint.ts';
import type { Frame } from '../frame/frame.ts';
import { isSame, type LinkTelegram, type Telegram } from '../frame/telegram.ts';
import { LIMITS } from '../limits.ts';
import { statusText, UNKNOWN_CHANNEL } from './status.ts';
import type { Gateway, OpenWire, Wire } from './wire.ts';

export interface TunnelOptions {
  readonly gateway: Gateway;
  readonly open: OpenWire;
  readonly clock: Clock;
  /** The gateway let us in, with this individual address on its bus. Once. */
  up(address: number): void;
  telegram(telegram: LinkTelegram): void;
  /** It could not be opened, or has ended; nothing follows. Once, unless it was closed. */
  down(reason: string): void;
}

/** A telegram that is under way. */
interface Sending {
  readonly telegram: Telegram;
  readonly frame: Frame;
  readonly done: (outcome: WriteOutcome) => void;
  tries: number;
  acknowledged: boolean;
  /** Whether the bus took it; `null` as long as it has not said. */
  taken: boolean | null;
}

const TAKEN: WriteOutcome = { ok: true };
const UNTAKEN: WriteOutcome = { ok: false, reason: 'nobody on the bus acknowledged it' };

const WAITS = ['connect', 'heartbeat', 'telegram', 'end'] as const;
type Wait = (typeof WAITS)[number];

/** One connection to one gateway, from beginning to end (KNX 3/8/2 and 3/8/4). It is never used twice. */
export class Tunnel {
  readonly #options: TunnelOptions;
  readonly #wire: Wire;
  readonly #waits = new Map<Wait, Subscription>();
  /** `late`: given up, but the gateway may still let us in. */
  #state: 'opening' | 'up' | 'late' | 'closing' | 'over' = 'opening';
  #channel = 0;
  /** Number of the next telegram to the gateway, and of the next one from there. */
  #next = 0;
  #expected = 0;
  #unanswered = 0;
  #sending: Sending | null = null;
  #ended: (() => void) | null = null;

  constructor(options: TunnelOptions) {
    this.#options = options;
    this.#wait('connect', LIMITS.connectSeconds.value, () => this.#giveUp());
    this.#wire = options.open(options.gateway, {
      opened: () => {
        const { own } = this.#wire;
        this.#wire.send({ is: 'connect-request', control: own, data: own });
      },
      frame: (frame) => this.#heard(frame),
      failed: (reason) => this.#over(reason),
    });
  }

  get isOver(): boolean {
    return this.#state === 'over';
  }

  /** Sends one telegram; one after the other. `done` is told once what became of it. */
  send(telegram: Telegram, done: (outcome: WriteOutcome) => void): void {
    if (this.#state !== 'up' || this.#sending !== null) {
      done({
        ok: false,
        reason: this.#sending === null ? 'there is no link to the gateway' : 'another one is under way',
      });
      return;
    }
    const cemi = encodeCemi({ message: 'request', source: 0, telegram, failed: false });
    const frame: Frame = { is: 'tunnelling-request', channel: this.#channel, sequence: this.#next, cemi };
    this.#sending = { telegram, frame, done, tries: 0, acknowledged: false, taken: null };
    this.#transmit(this.#sending);
  }

  /** Says goodbye; resolves when the gateway has confirmed it, or did not in time. */
  close(): Promise<void> {
    return new Promise((resolve) => {
      if (this.#state === 'over') {
        resolve();
        return;
      }
      this.#ended = resolve;
      const wasUp = this.#state === 'up';
      this.#state = 'closing';
      this.#stop(...WAITS);
      this.#settle({ ok: false, reason: 'the link was closed' });
      this.#wait('end', LIMITS.goodbyeSeconds.value, () => this.#finish());
      if (wasUp) this.#goodbye();
    });
  }

  #heard(frame: Frame): void {
    if (frame.is === 'connect-response') this.#answered(frame);
    if (!('channel' in frame) || frame.channel !== this.#channel) return;
    const isUp = this.#state === 'up';
    if (frame.is === 'disconnect-response' && this.#state === 'closing') this.#finish();
    else if (frame.is === 'disconnect-request') {
      this.#wire.send({ is: 'disconnect-response', channel: frame.channel, status: 0 });
      this.#over('the gateway ended it');
    } else if (frame.is === 'connection-state-response' && isUp) this.#alive(frame.status);
    else if (frame.is === 'tunnelling-ack' && isUp) this.#acknowledged(frame.sequence, frame.status);
    else if (frame.is === 'tunnelling-request' && isUp) this.#received(frame.sequence, frame.cemi);
  }

  #answered({ channel, status, tunnel }: Extract<Frame, { readonly is: 'connect-response' }>): void {
    if (this.#state === 'up' || this.#state === 'over') return;
    if (tunnel === null) {
      this.#over(statusText(status));
      return;
    }
    this.#channel = channel;
    if (this.#state !== 'opening') {
      this.#goodbye();
      if (this.#state === 'late') this.#finish();
      return;
    }
    this.#stop('connect');
    if (!isRouteBack(tunnel.data) && tunnel.data.port !== 0) this.#wire.tunnelTo(tunnel.data.port);
    this.#state = 'up';
    this.#wait('heartbeat', LIMITS.heartbeatSeconds.value, () => this.#ask());
    this.#options.up(tunnel.address);
  }

  #ask(): void {
    if (this.#unanswered >= LIMITS.heartbeatTries.value) {
      this.#goodbye();
      this.#over('the gateway does not answer any more');
      return;
    }
    this.#unanswered += 1;
    this.#wire.send({ is: 'connection-state-request', channel: this.#channel, control: this.#wire.own });
    this.#wait('heartbeat', LIMITS.heartbeatAnswerSeconds.value, () => this.#ask());
  }

  /** Trouble that the gateway has with its bus may pass: it counts as no answer. */
  #alive(status: number): void {
    if (status === UNKNOWN_CHANNEL) this.#over('the gateway does not know the connection any more');
    if (status !== 0 || this.#unanswered === 0) return;
    this.#unanswered = 0;
    this.#wait('heartbeat', LIMITS.heartbeatSeconds.value, () => this.#ask());
  }

  #transmit(sending: Sending): void {
    sending.tries += 1;
    this.#wire.send(sending.frame);
    if (this.#wire.reliable) this.#acknowledged(this.#next, 0);
    else this.#wait('telegram', LIMITS.acknowledgeSeconds.value, () => this.#again('the gateway acknowledges nothing'));
  }

  /** A telegram goes out twice at most, with the same number. */
  #again(reason: string): void {
    if (this.#sending === null) return;
    if (this.#sending.tries < 2) this.#transmit(this.#sending);
    else {
      this.#goodbye();
      this.#over(reason);
    }
  }

  #acknowledged(sequence: number, status: number): void {
    const sending = this.#sending;
    if (sending === null || sending.acknowledged || sequence !== this.#next) return;
    if (status !== 0) {
      this.#again(statusText(status));
      return;
    }
    sending.acknowledged = true;
    this.#next = (this.#next + 1) & 255;
    if (sending.taken !== null) this.#settle(sending.taken ? TAKEN : UNTAKEN);
    else
      this.#wait('telegram', LIMITS.confirmSeconds.value, () =>
        this.#settle({ ok: false, reason: 'the gateway took it, but the bus did not confirm it' }),
      );
  }

  #received(sequence: number, cemi: Uint8Array): void {
    if (!this.#wire.reliable) {
      const isRepeated = sequence === ((this.#expected - 1) & 255);
      // Whatever is neither the next one nor the last one again is not acknowledged: the gateway notices.
      if (sequence !== this.#expected && !isRepeated) return;
      this.#wire.send({ is: 'tunnelling-ack', channel: this.#channel, sequence, status: 0 });
      if (isRepeated) return;
      this.#expected = (this.#expected + 1) & 255;
    }
    const link = decodeCemi(cemi);
    const sending = this.#sending;
    if (link?.message === 'indication') this.#options.telegram(link);
    if (link?.message !== 'confirmation' || sending === null || !isSame(link.telegram, sending.telegram)) return;
    sending.taken = !link.failed;
    if (sending.acknowledged) this.#settle(sending.taken ? TAKEN : UNTAKEN);
  }

  #settle(outcome: WriteOutcome): void {
    const sending = this.#sending;
    this.#sending = null;
    this.#stop('telegram');
    sending?.done(outcome);
  }

  /** Somebody who is too slow has to be told, or keeps a place for us that nobody uses. */
  #giveUp(): void {
    if (this.#wire.reliable) {
      this.#over('the gateway does not answer');
      return;
    }
    this.#state = 'late';
    this.#wait('end', LIMITS.lateSeconds.value, () => this.#finish());
    this.#options.down('the gateway does not answer');
  }

  #goodbye(): void {
    this.#wire.send({ is: 'disconnect-request', channel: this.#channel, control: this.#wire.own });
  }

  #over(reason: string): void {
    const wasHeard = this.#state === 'opening' || this.#state === 'up';
    this.#finish();
    this.#settle({ ok: false, reason });
    if (wasHeard) this.#options.down(reason);
  }

  #finish(): void {
    this.#state = 'over';
    this.#stop(...WAITS);
    this.#wire.close();
    this.#ended?.();
  }

  #wait(what: Wait, time: number, then: () => void): void {
    this.#stop(what);
    const wait = new Subscription();
    this.#waits.set(what, wait);
    wait.add(this.#options.clock.after(seconds(time)).subscribe(then));
  }

  #stop(...what: readonly Wait[]): void {
    for (const each of what) this.#waits.get(each)?.unsubscribe();
  }
}
