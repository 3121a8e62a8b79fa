/** How far a packet has been read (MQTT 3.1.1 and 5, section 2.1.4 and 1.5.5: the length follows the first byte, 7 bits at a time). */
type Place = { readonly in: 'head' } | { readonly in: 'length' } | { readonly in: 'body'; left: number };

/**
 * Watches the sizes of the packets in a stream of bytes, which the library behind the connection would gather whatever their size.
 * Answers `false` as soon as one is announced that is larger than `most`, or has a length that is none.
 */
export class PacketGuard {
  readonly #most: number;
  #place: Place = { in: 'head' };
  #length = 0;
  #factor = 1;

  constructor(most: number) {
    this.#most = most;
  }

  accepts(bytes: Uint8Array): boolean {
    for (let at = 0; at < bytes.length; ) {
      const place = this.#place;
      if (place.in === 'body') {
        const read = Math.min(place.left, bytes.length - at);
        place.left -= read;
        at += read;
        if (place.left === 0) this.#place = { in: 'head' };
        continue;
      }
      const byte = bytes[at] ?? 0;
      at += 1;
      if (place.in === 'head') {
        this.#place = { in: 'length' };
        this.#length = 0;
        this.#factor = 1;
      } else if (!this.#addToLength(byte)) return false;
    }
    return true;
  }

  #addToLength(byte: number): boolean {
    this.#length += (byte & 0x7f) * this.#factor;
    this.#factor *= 128;
    if (this.#length > this.#most) return false;
    if ((byte & 0x80) !== 0) return this.#factor < 128 ** 4;
    this.#place = this.#length === 0 ? { in: 'head' } : { in: 'body', left: this.#length };
    return true;
  }
}
