import type { Logger } from '../../../calls/telling/logger.js';
import { checkBoolean } from '../../../options/check.js';
import { type OptionsOf, type OptionValues, optional, readOptions, withDefault } from '../../../options/table.js';
import type { DecodedRequest } from '../../contract/contract.js';
import { bodyOf, type Recording } from '../../har/recording.js';

const KEEP = {
  /** Calls that never reached the gateway: a refused connection, an unknown host, no TLS. Default: false. */
  failures: withDefault(false, checkBoolean),
  /**
   * Calls that the gateway has refused for their user name, password or token. Default: only those of a track that mode
   * `'once'` records.
   */
  refusals: optional(checkBoolean),
};

/** Calls that are recorded although they say nothing about the gateway. */
export interface CassetteKeep extends OptionsOf<typeof KEEP> {}

/** {@link CassetteKeep}, checked and with its defaults. */
export type KeepValues = OptionValues<typeof KEEP>;

/** Checks the option `keep`. */
export function readKeep(keep: CassetteKeep, path: string): KeepValues {
  return readOptions(keep, KEEP, { path });
}

/** The kinds of calls that are recorded only where that was asked for. */
export type Unkept = keyof KeepValues;

/** Tells whether a recording is one that is kept only where that was asked for; `undefined` for every other. */
export function unkeptKind({ response, failure }: Recording, request: DecodedRequest): Unkept | undefined {
  if (response === undefined) return failure?.outcome === 'not-sent' ? 'failures' : undefined;
  if (failure !== undefined) return undefined;
  const { contract } = request;
  const isRefusal = response.status === 401 || contract.isRefusal?.({ ...response, body: bodyOf(response) }, request);
  return isRefusal === true ? 'refusals' : undefined;
}

/** So many calls were recorded, and so many were not. */
export class Tally {
  readonly #counts = { recorded: 0, unchanged: 0, failures: 0, refusals: 0 };

  /** Tells whether there were calls that were not kept. */
  get hasUnkept(): boolean {
    return this.#counts.failures + this.#counts.refusals > 0;
  }

  add(what: 'recorded' | 'unchanged' | Unkept): void {
    this.#counts[what] += 1;
  }

  /** Says, in one line, what was recorded; nothing where nothing was. @param where - for example the path of a file */
  tell(logger: Logger | undefined, where: string): void {
    const { recorded, unchanged, failures, refusals } = this.#counts;
    if (logger === undefined || recorded + unchanged + failures + refusals === 0) return;
    const facts = [
      `recorded ${recorded} ${recorded === 1 ? 'call' : 'calls'} in ${where}`,
      unchanged === 0 ? '' : `as before: ${unchanged}`,
      failures === 0 ? '' : `not kept, because they never reached the gateway: ${failures}`,
      refusals === 0 ? '' : `not kept, because their credentials were refused: ${refusals}`,
    ].filter((fact) => fact !== '');
    logger[failures + refusals === 0 ? 'info' : 'warn'](facts.join('; '));
  }
}
