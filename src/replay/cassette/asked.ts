import type { RequestCleaner, RequestToRecord } from '../cleaning/recording-of.js';
import type { DecodedRequest } from '../contract/contract.js';
import type { Caller } from './playing/accounts.js';

/** A request as it is recorded, and as it is compared. */
export class Asked {
  readonly request: DecodedRequest;
  readonly caller: Caller;
  /** The label of the account that makes it. */
  readonly account: string | undefined;
  readonly #cleaner: RequestCleaner;
  #toRecord: RequestToRecord | undefined;

  constructor(request: DecodedRequest, caller: Caller, account: string | undefined, cleaner: RequestCleaner) {
    this.request = request;
    this.caller = caller;
    this.account = account;
    this.#cleaner = cleaner;
  }

  /** Made when it is needed: what is only played has its texts looked through for nothing. */
  get toRecord(): RequestToRecord {
    return (this.#toRecord ??= this.#cleaner.toRecord(this.request));
  }

  /** Gives the forms in which it may have been recorded: as it is, or with its texts cleaned of these credentials. */
  *forms(): Iterable<DecodedRequest> {
    yield this.#cleaner.unmasked(this.request);
    yield this.toRecord.cleaned;
  }
}
