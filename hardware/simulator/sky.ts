import type { House, Instant, Random, RandomState } from '../../twin/index.ts';
import { firstWeather, moveWeather, type Weather, type WeatherMemory, weatherAt } from './weather.ts';

/** The weather's memory with the moment for which it holds. */
export interface SkyState {
  readonly at: number;
  readonly memory: WeatherMemory;
  readonly luck: RandomState;
}

/** The weather over the house, from step to step. */
export class Sky {
  readonly #place: House['place'];
  readonly #chance: Random;
  #memory: WeatherMemory;
  #at: Instant;
  weather: Weather;

  constructor(now: Instant, place: House['place'], chance: Random) {
    this.#place = place;
    this.#chance = chance;
    this.#memory = firstWeather(chance);
    this.#at = now;
    this.weather = weatherAt(now, this.#memory, place);
  }

  move(now: Instant): void {
    moveWeather(this.#memory, this.#chance, (now - this.#at) / 3_600_000);
    this.#at = now;
    this.weather = weatherAt(now, this.#memory, this.#place);
  }

  state(): SkyState {
    return { at: this.#at, memory: { ...this.#memory }, luck: this.#chance.state() };
  }

  resume({ at, memory, luck }: SkyState): void {
    this.#at = at as Instant;
    this.#memory = { ...memory };
    this.#chance.resume(luck);
    this.weather = weatherAt(this.#at, this.#memory, this.#place);
  }
}
