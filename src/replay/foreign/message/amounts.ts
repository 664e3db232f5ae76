import { invalid } from '../../../options/check.js';

/** Errors show sizes in MiB: the digits of a number of bytes would be masked as a telephone number. */
export const MIB: number = 1024 * 1024;
/** Limit for the bytes of bodies, independent of the size of the files. */
const ANYWAY = 4 * MIB;
/** Additional limit for each byte of a file. Responses of a gateway compress to about a twentieth. */
const PER_BYTE = 32;
/** Upper limit. Each byte of a body needs about twelve bytes of memory before it is in a cassette. */
const MOST = 128 * MIB;

/**
 * Limits the size of recordings in relation to the size of their files. A small file can expand to much data if it is
 * compressed, or if it refers to a body many times.
 */
export class Amounts {
  #most = ANYWAY;
  #held = 0;

  /** The maximum number of bytes of the next body. */
  get left(): number {
    return this.#most - this.#held;
  }

  /** Registers that a file was read. */
  read(bytes: number): void {
    this.#most = Math.min(MOST, this.#most + bytes * PER_BYTE);
  }

  /**
   * Registers the bytes of bodies in memory.
   *
   * @param place - the position of the recording
   * @throws ValidationError that names the position, if the limit is exceeded
   */
  hold(bytes: number, place: string): void {
    this.#held += bytes;
    if (this.left < 0) this.refuse(place);
  }

  /** @throws ValidationError always: a body is larger than {@link left} */
  refuse(place: string): never {
    return invalid(
      place,
      `holds, with what stands before it, bodies of more than ${Math.floor(this.#most / MIB)} MiB in all`,
    );
  }
}
