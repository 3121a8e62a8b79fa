import { Subscription } from 'rxjs';
import { type Clock, type Duration, seconds, type WriteOutcome } from '../../../twin/index.ts';
import type { Telegram } from '../frame/telegram.ts';
import { formatIndividual } from '../individual-address.ts';
import { LIMITS } from '../limits.ts';
import type { LinkEvents, TelegramLink } from '../telegram-link.ts';
import { Tunnel } from './tunnel.ts';
import type { Gateway, OpenWire } from './wire.ts';

export interface GatewayLinkOptions extends LinkEvents {
  /** The main one first, then those that stand in for it. */
  readonly gateways: readonly Gateway[];
  readonly open: OpenWire;
  readonly clock: Clock;
}

/** Keeps a tunnel open to the first gateway that lets us in, for as long as it lasts, and then the next. */
export class GatewayLink implements TelegramLink {
  readonly #options: GatewayLinkOptions;
  /** Those that were given up but may still get an answer, beside the present one. */
  readonly #tunnels = new Set<Tunnel>();
  #present: Tunnel | null = null;
  #isUp = false;
  #since: Duration = seconds(0);
  #pause: number = LIMITS.retryLeastSeconds.value;
  #told: string | null = null;
  #waiting = new Subscription();
  #closed = false;

  constructor(options: GatewayLinkOptions) {
    this.#options = options;
    this.#try(0);
  }

  send(telegram: Telegram, done: (outcome: WriteOutcome) => void): void {
    if (this.#present !== null && this.#isUp) this.#present.send(telegram, done);
    else done({ ok: false, reason: 'there is no link to a gateway' });
  }

  /** A gateway that has too much to do takes its time to confirm. */
  silentUntil(): Duration {
    return seconds(0);
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#waiting.unsubscribe();
    await Promise.all([...this.#tunnels].map((tunnel) => tunnel.close()));
    this.#tunnels.clear();
  }

  #try(index: number): void {
    const { gateways, open, clock, telegram } = this.#options;
    const gateway = gateways[index];
    if (gateway === undefined) {
      this.#tryAgain();
      return;
    }
    for (const tunnel of this.#tunnels) if (tunnel.isOver) this.#tunnels.delete(tunnel);
    const tunnel: Tunnel = new Tunnel({
      gateway,
      open,
      clock,
      telegram,
      up: (address) => {
        this.#isUp = true;
        this.#since = clock.elapsed();
        this.#told = null;
        this.#options.say(`linked to ${gateway.host}:${gateway.port} as ${formatIndividual(address)}`);
        this.#options.up();
      },
      down: (reason) => this.#lost(index, `${gateway.host}:${gateway.port}: ${reason}`),
    });
    this.#tunnels.add(tunnel);
    this.#present = tunnel;
  }

  #lost(index: number, reason: string): void {
    if (this.#closed) return;
    const wasUp = this.#isUp;
    this.#isUp = false;
    this.#present = null;
    // The same trouble again is no news.
    if (this.#told !== reason) this.#options.say(wasUp ? `lost ${reason}` : `cannot reach ${reason}`);
    this.#told = reason;
    if (!wasUp) {
      this.#try(index + 1);
      return;
    }
    const held = this.#options.clock.elapsed() - this.#since;
    if (held >= seconds(LIMITS.steadySeconds.value)) this.#pause = LIMITS.retryLeastSeconds.value;
    this.#options.down();
    this.#tryAgain();
  }

  /** From the main one on, after a pause that grows. */
  #tryAgain(): void {
    if (this.#closed) return;
    this.#waiting.unsubscribe();
    this.#waiting = this.#options.clock.after(seconds(this.#pause)).subscribe(() => this.#try(0));
    this.#pause = Math.min(LIMITS.retryMostSeconds.value, this.#pause + LIMITS.retryLeastSeconds.value);
  }
}
