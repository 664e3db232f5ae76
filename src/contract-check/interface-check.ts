import { isKnownCode } from '../domain/gateway-codes.js';
import {
  AuthenticationError,
  GatewayError,
  isSmsServiceError,
  type SmsServiceError,
  TransportError,
  ValidationError,
} from '../errors/errors.js';
import { type Redactor, redactor } from '../redact/redact.js';
import { DriftFinder } from '../replay/contract/drift.js';

export class InterfaceCheck {
  readonly finder: DriftFinder = new DriftFinder();
  readonly checked: string[] = [];
  readonly #skipped: NotChecked[] = [];
  readonly #name: ContractFinding['interface'];
  readonly #secrets: Iterable<string>;
  #end: string | undefined;

  constructor(name: ContractFinding['interface'], secrets: Iterable<string>) {
    this.#name = name;
    this.#secrets = secrets;
  }

  skipped(): readonly NotChecked[] {
    const hide = redactor(this.#secrets);
    return this.#skipped.map(({ place, why }) => ({ place, why: shown(why, hide) }));
  }

  findings(): readonly ContractFinding[] {
    const hide = redactor(this.#secrets);
    const all = this.finder.results();
    const others = all.slice(MAX_FINDINGS);
    const input = all.slice(0, MAX_FINDINGS).map(({ kind, operation, path, what }) => ({
      interface: this.#name,
      place: shown(path === '' ? operation : `${operation} ${path}`, hide),
      what: shown(what, hide),
      kind,
    }));
    const [next] = others;
    if (next === undefined) return input;
    const rest = { interface: this.#name, place: 'others', what: `${others.length} more differences`, kind: next.kind };
    return [...input, rest];
  }

  skip(place: string, why: string): void {
    this.#skipped.push({ place, why });
  }

  /**
   * Sends a request whose response is compared on its way. After the gateway was unreachable, or refused the
   * credentials, no further request is sent, because accounts are locked after several refusals.
   *
   * @throws AbortedError if it was aborted
   * @throws ValidationError if credentials, token or number are invalid
   */
  async read<T>(place: string, takeCompared: () => number, ask: () => Promise<T>): Promise<T | undefined> {
    if (this.#end !== undefined) {
      this.skip(place, this.#end);
      return undefined;
    }
    let value: T | undefined;
    let problem: SmsServiceError | undefined;
    try {
      value = await ask();
    } catch (error) {
      if (!isSmsServiceError(error) || error.code === 'ABORTED' || isOfOptions(error)) throw error;
      problem = error;
    }
    const isCompared = takeCompared() > 0;
    if (problem instanceof AuthenticationError || problem instanceof TransportError) {
      this.#end = `not requested, after ${problem.message}`;
    }
    if (problem instanceof GatewayError) this.#refusal(place, problem);
    else if (isCompared) this.checked.push(place);
    else this.skip(place, problem?.message ?? 'returned no data to compare');
    return value;
  }

  unknownValue(place: string, path: string): void {
    this.finder.add('additive', place, path, 'has a value that is not in the contract', '');
  }

  #refusal(place: string, error: GatewayError): void {
    this.skip(place, error.message);
    const { result, errorCode } = error;
    const code = result ?? errorCode;
    if (code === undefined || isKnownCode(code)) return;
    const named = typeof code === 'number' ? `code ${code}` : 'a text code';
    this.finder.add('additive', place, '', `is refused with ${named}, which is not in the contract`, '');
  }
}

function isOfOptions(error: SmsServiceError): boolean {
  return error instanceof ValidationError && /^(?:credentials|token|to)\b/.test(error.path);
}

const MAX_FINDINGS = 1000;

const MAX_SHOWN = 200;

function shown(text: string, hide: Redactor): string {
  const clean = hide(text);
  return clean.length > MAX_SHOWN ? `${clean.slice(0, MAX_SHOWN)}…` : clean;
}

/** A difference between the responses of a gateway and the contract. */
export interface ContractFinding {
  /** The interface with the difference. */
  readonly interface: 'soap' | 'http';
  /** The operation and the field in it: `soap_GetGroups arGroups[].info`, `profile points`, `WSDL Group.info`. */
  readonly place: string;
  /** A description of the difference. Contains no value of the account. */
  readonly what: string;
  /**
   * As defined in section 9 of the specification: a new field or an unknown value of an open list is `'additive'`. A
   * removed field, another type or a new required parameter is `'breaking'`.
   */
  readonly kind: 'additive' | 'breaking';
}

/** A part that was not compared with the contract. */
export interface NotChecked {
  /** The operation or the document: `soap_AddNumber`, `WSDL`. */
  readonly place: string;
  readonly why: string;
}

/** The result of {@link checkContract}. */
export interface ContractReport {
  /** All differences, breaking changes first. */
  readonly findings: readonly ContractFinding[];
  /** The operations and documents that were compared with the contract. */
  readonly checked: readonly string[];
  /** All other operations and documents, with the reason. */
  readonly skipped: readonly NotChecked[];
  /** True if any finding is breaking. */
  readonly isBreaking: boolean;
}
