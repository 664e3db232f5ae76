import { invalid } from '../../options/check.js';
import { type OptionsOf, type OptionValues, optional, readOptions, withDefault } from '../../options/table.js';
import { checkHeaders } from '../http/http-options.js';
import { LIMIT_OPTIONS } from '../http/limits.js';

const FETCH_OPTIONS = {
  ...LIMIT_OPTIONS,
  /** The function to call. Default: that of the runtime, `globalThis.fetch`, as it is when a request is sent. */
  fetch: optional(checkFetch),
  /** Headers for every request. Not `content-type`, `content-length`, `transfer-encoding` and `soapaction`. */
  headers: withDefault({}, checkHeaders),
};

/** Options of `fetchTransport`. */
export interface FetchTransportOptions extends OptionsOf<typeof FETCH_OPTIONS> {}

/** The options after they were checked. */
export interface FetchSettings extends OptionValues<typeof FETCH_OPTIONS> {}

/**
 * Checks the options and fills in the defaults.
 *
 * @throws ValidationError when one is not usable, or there is no `fetch`
 */
export function fetchSettings(given: FetchTransportOptions): FetchSettings {
  const settings = readOptions(given, FETCH_OPTIONS);
  if (settings.fetch === undefined && typeof globalThis.fetch !== 'function') {
    invalid('fetch', 'is missing: this runtime has none');
  }
  return settings;
}

function checkFetch(value: typeof globalThis.fetch, path: string): typeof globalThis.fetch {
  if (typeof value !== 'function') invalid(path, 'is not a function');
  return value;
}
