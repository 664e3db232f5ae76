import { invalid } from '../../../options/check.js';

/** As errors have it: as many digits as bytes have would be masked as a telephone number. */
export const MIB: number = 1024 * 1024;
/** The bytes of bodies that are allowed however little was read. */
const ANYWAY = 4 * MIB;
/** And for each byte of a file: what a gateway writes is compressed to a twentieth. */
const PER_BYTE = 32;
/** And in all: each byte of a body needs a dozen in memory before it is in a cassette. */
const MOST = 128 * MIB;

/**
 * Sees that recordings hold no more than files of their size can honestly hold: what is compressed, and what is named
 * many times, can be made of little.
 */
export class Amounts {
  #most = ANYWAY;
  #held = 0;

  /** The most bytes that a further body may have. */
  get left(): number {
    return this.#most - this.#held;
  }

  /** Notes that a file was read. */
  read(bytes: number): void {
    this.#most = Math.min(MOST, this.#most + bytes * PER_BYTE);
  }

  /**
   * Notes bodies that are held from now on.
   *
   * @param place - of the recording that they are of
   * @throws ValidationError that names it when they are too many
   */
  hold(bytes: number, place: string): void {
    this.#held += bytes;
    if (this.left < 0) this.refuse(place);
  }

  /** @throws ValidationError always: a body has more bytes than are {@link left} */
  refuse(place: string): never {
    return invalid(
      place,
      `holds, with what stands before it, bodies of more than ${Math.floor(this.#most / MIB)} MiB in all`,
    );
  }
}
