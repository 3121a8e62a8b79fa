import { Subscription } from 'rxjs';
import { type Duration, seconds, type WriteOutcome } from '../../../twin/index.ts';
import { decodeCemi, encodeCemi } from '../frame/cemi.ts';
import type { Frame } from '../frame/frame.ts';
import type { Telegram } from '../frame/telegram.ts';
import { formatIndividual, type IndividualAddress } from '../individual-address.ts';
import { LIMITS } from '../limits.ts';
import type { LinkSurroundings, TelegramLink } from '../telegram-link.ts';
import { Flow } from './flow.ts';
import type { Backbone, MulticastWire, OpenMulticast } from './multicast-wire.ts';
import { RareNews } from './rare-news.ts';

export interface RoutingLinkOptions extends LinkSurroundings {
  readonly backbone: Backbone;
  /** Our own address on the bus, which nobody else may have. */
  readonly address: IndividualAddress;
  readonly open: OpenMulticast;
}

/** What a router asks of everybody; anything else is for some, and nobody has said for whom. */
const EVERYBODY = 0;

/** Stays joined to the multicast address at which routers pass on what happens on their lines (KNX 3/8/5). */
export class RoutingLink implements TelegramLink {
  readonly #options: RoutingLinkOptions;
  readonly #flow: Flow;
  readonly #lost: RareNews;
  readonly #busy: RareNews;
  readonly #doubles: RareNews;
  #wire: MulticastWire;
  /** Our address in the network; `null` while there is no link. */
  #own: string | null = null;
  #double = '';
  #told: string | null = null;
  #pause: number = LIMITS.retryLeastSeconds.value;
  #since: Duration = seconds(0);
  #waiting = new Subscription();
  readonly #watching: Subscription;
  #closed = false;

  constructor(options: RoutingLinkOptions) {
    const { clock, chance, address, say } = options;
    this.#options = options;
    this.#flow = new Flow({ clock, chance });
    this.#lost = new RareNews(clock, (total) => say(`routers could not pass on ${total} telegrams so far: lower pace`));
    this.#busy = new RareNews(clock, (total) => say(`routers have asked for silence ${total} times so far`));
    this.#doubles = new RareNews(clock, () =>
      say(`${this.#double} sends as ${formatIndividual(address)}, which is our address: give one of both another`),
    );
    this.#wire = this.#open();
    this.#watching = clock.every(seconds(LIMITS.joinedSeconds.value)).subscribe(() => this.#wire.look());
  }

  /** Nobody confirms what is sent to everybody: it has been sent when the network took it. */
  send(telegram: Telegram, done: (outcome: WriteOutcome) => void): void {
    if (this.#own === null) {
      done({ ok: false, reason: 'there is no link to the routers' });
      return;
    }
    const cemi = encodeCemi({ message: 'indication', source: this.#options.address, telegram, failed: false });
    const wire = this.#wire;
    wire.send({ is: 'routing-indication', cemi }, (reason) => {
      done(reason === null ? { ok: true } : { ok: false, reason: `the network did not take it: ${reason}` });
      if (reason !== null) wire.look();
    });
  }

  silentUntil(): Duration {
    return this.#flow.silentUntil;
  }

  get lostByOthers(): number {
    return this.#lost.total;
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#watching.unsubscribe();
    this.#waiting.unsubscribe();
    this.#wire.close();
  }

  #open(): MulticastWire {
    const { backbone, address, clock } = this.#options;
    return this.#options.open(backbone, {
      joined: (name, own) => {
        this.#own = own;
        this.#since = clock.elapsed();
        this.#told = null;
        this.#options.say(`joined ${backbone.multicast} on ${name} (${own}) as ${formatIndividual(address)}`);
        this.#options.up();
      },
      frame: (frame, from) => this.#heard(frame, from),
      failed: (reason) => this.#left(reason),
    });
  }

  #heard(frame: Frame, from: string): void {
    if (this.#closed) return;
    if (frame.is === 'routing-indication') this.#received(frame.cemi, from);
    else if (frame.is === 'routing-lost-message') this.#lost.add(frame.lost);
    else if (frame.is === 'routing-busy' && frame.mask === EVERYBODY) {
      this.#flow.busy(frame.wait);
      this.#busy.add();
    }
  }

  #received(cemi: Uint8Array, from: string): void {
    const link = decodeCemi(cemi);
    if (link?.message !== 'indication') return;
    if (link.source === this.#options.address) {
      // The network gives us back what we said.
      if (from === this.#own) return;
      this.#double = from;
      this.#doubles.add();
    }
    this.#options.telegram(link);
  }

  #left(reason: string): void {
    if (this.#closed) return;
    const { backbone, clock, say, down } = this.#options;
    const wasUp = this.#own !== null;
    this.#own = null;
    // The same trouble again is no news.
    if (this.#told !== reason) say(`${wasUp ? 'lost' : 'cannot join'} ${backbone.multicast}: ${reason}`);
    this.#told = reason;
    const held = clock.elapsed() - this.#since;
    if (wasUp && held >= seconds(LIMITS.steadySeconds.value)) this.#pause = LIMITS.retryLeastSeconds.value;
    if (wasUp) down();
    this.#waiting.unsubscribe();
    this.#waiting = clock.after(seconds(this.#pause)).subscribe(() => {
      this.#wire = this.#open();
    });
    this.#pause = Math.min(LIMITS.retryMostSeconds.value, this.#pause + LIMITS.retryLeastSeconds.value);
  }
}
