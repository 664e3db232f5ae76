import type { Logger } from '../../../calls/events/reporter.js';
import { checkBoolean } from '../../../options/check.js';
import { type OptionsOf, type OptionValues, readOptions, withDefault } from '../../../options/table.js';
import type { DecodedRequest } from '../../contract/contract.js';
import { bodyOf, type Recording } from '../../har/recording.js';

const KEEP = {
  /** Calls that never reached the gateway: a refused connection, an unknown host, a TLS failure. Default: false. */
  failures: withDefault(false, checkBoolean),
  /** Calls that the gateway refused because of their user name, password or token. Default: false. */
  refusals: withDefault(false, checkBoolean),
};

/** Calls to record although they contain no information about the gateway. */
export interface CassetteKeep extends OptionsOf<typeof KEEP> {}

export type KeepValues = OptionValues<typeof KEEP>;

export function readKeep(keep: CassetteKeep, path: string): KeepValues {
  return readOptions(keep, KEEP, { path });
}

export type SkippedCall = keyof KeepValues;

export function skippedKind({ response, failure }: Recording, request: DecodedRequest): SkippedCall | undefined {
  if (response === undefined) return failure?.outcome === 'not-sent' ? 'failures' : undefined;
  if (failure !== undefined) return undefined;
  const { contract } = request;
  const isRefusal = response.status === 401 || contract.isRefusal?.({ ...response, body: bodyOf(response) }, request);
  return isRefusal === true ? 'refusals' : undefined;
}

export class RecordingStats {
  readonly #counts = { recorded: 0, unchanged: 0, failures: 0, refusals: 0 };

  get hasSkipped(): boolean {
    return this.#counts.failures + this.#counts.refusals > 0;
  }

  add(what: 'recorded' | 'unchanged' | SkippedCall): void {
    this.#counts[what] += 1;
  }

  report(logger: Logger | undefined, where: string): void {
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
