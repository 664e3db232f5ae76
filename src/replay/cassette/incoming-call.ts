import type { RequestCleaner, RequestToRecord } from '../cleaning/recording-of.js';
import type { DecodedRequest } from '../contract/contract.js';
import type { Caller } from './playing/accounts.js';

/** A request, in the form to record and in the forms to compare. */
export class IncomingCall {
  readonly request: DecodedRequest;
  readonly caller: Caller;
  /** The label of the account that makes the call. */
  readonly account: string | undefined;
  readonly #cleaner: RequestCleaner;
  #toRecord: RequestToRecord | undefined;

  constructor(request: DecodedRequest, caller: Caller, account: string | undefined, cleaner: RequestCleaner) {
    this.request = request;
    this.caller = caller;
    this.account = account;
    this.#cleaner = cleaner;
  }

  /** Computed on first use: replaying does not need the redaction of the texts. */
  get toRecord(): RequestToRecord {
    return (this.#toRecord ??= this.#cleaner.toRecord(this.request));
  }

  /** Returns the forms that the recording may have: unchanged, or with these credentials redacted in its texts. */
  *forms(): Iterable<DecodedRequest> {
    yield this.#cleaner.unmasked(this.request);
    yield this.toRecord.cleaned;
  }
}
