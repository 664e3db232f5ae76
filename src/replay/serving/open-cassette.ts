import { invalid } from '../../options/check.js';
import { type Cassette, CassetteTransport } from '../cassette/cassette.js';
import type { CassetteOptions } from '../cassette/cassette-options.js';
import { cassetteSettings } from '../cassette/cassette-settings.js';
import type { Contracts } from '../contract/contracts.js';
import { isPath } from '../file/check-path.js';

/** A cassette that is in use here. */
export interface OpenCassette {
  readonly tape: CassetteTransport;
  /** Closes it where it was opened here. */
  close(): Promise<void>;
}

/**
 * Opens a cassette by its path, or takes one that its user has opened and will close.
 *
 * @param options - for one that is opened here
 * @throws ValidationError when it is neither
 */
export function openCassette(
  contracts: Contracts,
  given: string | URL | Cassette,
  options: CassetteOptions,
): OpenCassette {
  if (isPath(given)) {
    const tape = new CassetteTransport(
      contracts,
      cassetteSettings(contracts, given, options, {
        ...process.env,
        // A server plays, and a proxy records, whatever tests do.
        SMS_SERVICE_CASSETTE_MODE: undefined,
      }),
    );
    return { tape, close: () => tape.close() };
  }
  if (!(given instanceof CassetteTransport)) invalid('cassette', 'is neither a path nor what cassette() makes');
  return { tape: given, close: async () => undefined };
}

/**
 * The same for one that is only played.
 *
 * @throws ValidationError also when its mode plays nothing
 */
export function openToPlay(contracts: Contracts, given: string | URL | Cassette): OpenCassette {
  const opened = openCassette(contracts, given, { mode: 'replay' });
  const mode = opened.tape.modeThatPlaysNothing;
  if (mode !== undefined) invalid('cassette', `is open in mode '${mode}', which plays nothing`);
  return opened;
}
