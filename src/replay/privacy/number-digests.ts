import { numberKey } from '../../domain/phone-number.js';
import { MASK } from '../../redact/mask.js';
import { asciiDigits } from './digits.js';

const DIGESTS = ['md5', 'sha1', 'sha256', 'sha512'] as const;
/** The lengths of digests in hexadecimal digits, and in base64 without padding. */
const LENGTHS = [22, 27, 32, 40, 43, 64, 86, 128] as const;

const RUN = /[A-Za-z\d+/_-]{22,}/g;
const MAX_RUN = 400;

/** The digests of telephone numbers, in the formats that programs use for hashing. */
export class NumberDigests {
  readonly #numbers: readonly string[];
  #digests: ReadonlySet<string> | undefined;

  constructor(numbers: Iterable<string>) {
    this.#numbers = [...numbers];
  }

  /** Masks the digests in a text. */
  hiddenIn(text: string): string {
    if (this.#numbers.length === 0) return text;
    return text.replace(RUN, (run) => (this.#isIn(run) ? MASK : run));
  }

  #isIn(run: string): boolean {
    // Computed on first use: few texts contain anything of this length.
    this.#digests ??= new Set(this.#numbers.flatMap(spellingsOf).flatMap(digestsOf));
    const forms = [run.toLowerCase(), run.replaceAll('-', '+').replaceAll('_', '/')].map((form) =>
      form.slice(0, MAX_RUN),
    );
    for (const form of forms) {
      for (const length of LENGTHS) {
        for (let start = 0; start + length <= form.length; start++) {
          if (this.#digests.has(form.slice(start, start + length))) return true;
        }
      }
    }
    return false;
  }
}

const POLISH = /^48(\d{9})$/;

function spellingsOf(number: string): readonly string[] {
  const key = numberKey(asciiDigits(number));
  const national = POLISH.exec(key)?.[1];
  return [...new Set([number, key, `+${key}`, `00${key}`, ...(national === undefined ? [] : [national])])];
}

function digestsOf(text: string): readonly string[] {
  const { createHash } = process.getBuiltinModule('node:crypto');
  return DIGESTS.flatMap((name) => {
    const digest = createHash(name).update(text, 'utf8').digest();
    return [digest.toString('hex'), digest.toString('base64').replaceAll('=', '')];
  });
}
