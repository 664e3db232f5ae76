/** The details of a problem in a value or a document, before it is known to which call it belongs. */
export interface ProblemDetails {
  /** The XSD or WSDL type that was expected, for example `xsd:int`. */
  readonly xsdType?: string | undefined;
  /** The byte offset in the document (UTF-8), if it is known. */
  readonly offset?: number | undefined;
  /** A quotation of the document that explains the problem, redacted. */
  readonly quoted?: string | undefined;
}

/**
 * The internal signal that a value cannot be encoded or a document cannot be decoded.
 *
 * It is thrown deep down, its path grows as it unwinds ({@link at}), and the operation turns it into the public
 * `ValidationError` or `DecodeError`. Its reason never quotes a value: values can be secrets.
 */
export class Problem extends Error {
  override readonly name: string = 'Problem';
  readonly xsdType: string | undefined;
  readonly offset: number | undefined;
  readonly quoted: string | undefined;
  #path = '';
  #isOfDocument = false;

  constructor(reason: string, details: ProblemDetails = {}) {
    super(reason);
    this.xsdType = details.xsdType;
    this.offset = details.offset;
    this.quoted = details.quoted;
  }

  /** The path of the field, outermost first: `arGroups[3].num_count`; empty at the document's own level. */
  get path(): string {
    return this.#path;
  }

  prepend(segment: string | number): this {
    if (this.#isOfDocument) return this;
    const rest = this.#path === '' || this.#path.startsWith('[') ? this.#path : `.${this.#path}`;
    this.#path = (typeof segment === 'number' ? `[${segment}]` : segment) + rest;
    return this;
  }

  ofDocument(): this {
    this.#isOfDocument = true;
    return this;
  }
}

/** Adds a path segment to a {@link Problem} on its way up; any other error passes unchanged. */
export function at(segment: string | number, error: unknown): unknown {
  return error instanceof Problem ? error.prepend(segment) : error;
}

/** Thrown where decoding has to end because the time of its call is over. */
export class DeadlinePassed extends Error {
  override readonly name: string = 'DeadlinePassed';
}
