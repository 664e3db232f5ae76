import { checkCount, invalid, isObject } from '../../options/check.js';
import { type OptionsOf, type OptionValues, readOptions, withDefault } from '../../options/table.js';

const MIB = 1_048_576;

const LIMIT_OPTIONS = {
  /** The maximum size of the complete body, and of the query, in bytes. Default: 16 MiB. */
  bodyBytes: withDefault(16 * MIB, checkCount),
  /** The maximum number of fields in query and body together. Default: 100. */
  fields: withDefault(100, checkCount),
  /** The maximum size of a field, in bytes: its name and value as sent. Default: 64 KiB. */
  fieldBytes: withDefault(65_536, checkCount),
  /** The maximum number of reports in a call; the service sends up to five (specification section 6). Default: 1,000. */
  events: withDefault(1000, checkCount),
  /** The maximum number of files. Default: 50. */
  files: withDefault(50, checkCount),
  /** The maximum size of a file, in bytes. Default: 16 MiB. */
  fileBytes: withDefault(16 * MIB, checkCount),
};

/** The limits of one request. Larger requests are refused. */
export interface CallbackLimitOptions extends OptionsOf<typeof LIMIT_OPTIONS> {}

export type CallbackLimits = OptionValues<typeof LIMIT_OPTIONS>;

export function readLimits(options: CallbackLimitOptions, path: string): CallbackLimits {
  return isObject(options) ? readOptions(options, LIMIT_OPTIONS, { path }) : invalid(path, 'must be an object');
}

export type RefusalStatus = 400 | 405 | 408 | 413 | 415;

/**
 * Internal: the request is not read. It may be cut off and succeed when it is repeated, or does not come from the
 * service. The reason contains no data of the request.
 */
export class RefusedRequest extends Error {
  override readonly name: string = 'RefusedRequest';
  readonly status: RefusalStatus;
  readonly reason: string;

  constructor(status: RefusalStatus, reason: string, cause?: unknown) {
    super(reason, cause === undefined ? undefined : { cause });
    this.status = status;
    this.reason = reason;
  }
}
