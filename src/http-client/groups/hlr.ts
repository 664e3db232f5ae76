import type { CallOptions } from '../../calls/call-options.js';
import { checkRecipients } from '../../domain/recipients/check-recipients.js';
import { stacksFromCaller } from '../../errors/callers-stack.js';
import type { GatewayError } from '../../errors/errors.js';
import { CHECK_HLR, type LookupRecord } from '../description/endpoints/hlr.js';
import { checkLookup } from '../description/rules.js';
import { answerError, hiding } from '../requests/read-answer.js';
import type { Requester } from '../requests/requester.js';

/** A lookup that was begun, or refused; its result comes to the HLR callback. */
export interface Lookup extends Omit<LookupRecord, 'error'> {
  /** This number was refused, and the others were not. */
  readonly error?: GatewayError;
}

/**
 * Lookups of numbers (specification section 4.8; earlier variant).
 *
 * @example
 * ```ts
 * await earlier.hlr.check(['48500100200', '48500100201']);
 * ```
 */
export class HlrRequests {
  static {
    stacksFromCaller(this.prototype);
  }

  readonly #requester: Requester;

  /** @internal */
  constructor(requester: Requester) {
    this.#requester = requester;
  }

  /**
   * Looks up 1 to 20 numbers (section 4.8); the results come to the HLR callback. Points are charged, so it is never
   * repeated once it may have been carried out.
   *
   * @param order - `idx`: your own value, returned with the result
   * @throws ValidationError for more than 20 numbers; nothing was sent
   *
   * @example
   * ```ts
   * const [lookup] = await earlier.hlr.check('48500100200');
   * console.log(lookup?.id);
   * ```
   */
  async check(
    numbers: string | readonly string[],
    order: { readonly idx?: string | undefined } = {},
    options?: CallOptions,
  ): Promise<readonly Lookup[]> {
    const operation = CHECK_HLR.path;
    const values = this.#requester.read(CHECK_HLR, order, 'hlr.check', { beside: { numbers } });
    checkLookup(values, this.#requester.settings);
    return this.#requester.call(CHECK_HLR, options, false, (call) =>
      this.#requester.send(call, CHECK_HLR, values, {}, async (reading, { source }): Promise<readonly Lookup[]> => {
        const records = await reading;
        checkRecipients(values.numbers ?? [], records, operation, 'was not looked up');
        const hide = hiding(source);
        return records.map(({ error, ...lookup }) =>
          error === undefined ? lookup : { ...lookup, error: answerError(error, operation, hide) },
        );
      }),
    );
  }
}
