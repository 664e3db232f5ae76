/** The most bytes of one document, and the most documents of one WSDL. */
const [MAX_BYTES, MAX_DOCUMENTS] = [16_777_216, 200];
/** The time that one document may take, in milliseconds. */
const TIMEOUT_MS = 30_000;

/** Tells whether a WSDL is read over HTTP. */
export function isRemote(location: string): boolean {
  return /^https?:\/\//i.test(location);
}

/**
 * Documents that are read over HTTP, each once. Reading a WSDL does not wait: what it asks for and is not there yet is
 * remembered, is fetched, and the WSDL is read again.
 */
export class RemoteDocuments {
  readonly #bytes = new Map<string, Uint8Array>();
  readonly #wanted = new Set<string>();

  /**
   * Gives the bytes of a document that was fetched.
   *
   * @throws Error when it was not: it is fetched before the next try
   */
  read(url: string): Uint8Array {
    const bytes = this.#bytes.get(url);
    if (bytes !== undefined) return bytes;
    this.#wanted.add(url);
    throw new Error('is not there yet');
  }

  /**
   * Fetches what was asked for.
   *
   * @returns `false` when there was nothing
   * @throws Error that names the address
   */
  async fetch(signal?: AbortSignal): Promise<boolean> {
    const urls = [...this.#wanted];
    this.#wanted.clear();
    if (this.#bytes.size + urls.length > MAX_DOCUMENTS) {
      throw new Error(`the WSDL is made of more than ${MAX_DOCUMENTS} documents`);
    }
    for (const url of urls) this.#bytes.set(url, await fetched(url, signal));
    return urls.length > 0;
  }
}

async function fetched(url: string, signal: AbortSignal | undefined): Promise<Uint8Array> {
  const timeout = AbortSignal.timeout(TIMEOUT_MS);
  try {
    const response = await fetch(url, {
      headers: { accept: 'text/xml, application/wsdl+xml, application/xml, */*;q=0.1' },
      signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
    });
    if (!response.ok) throw new Error(`the status is ${response.status}`);
    return await bytesOf(response);
  } catch (error) {
    throw new Error(`${url}: cannot be fetched: ${reasonOf(error)}`, { cause: error });
  }
}

async function bytesOf({ body }: Response): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of (body ?? []) as AsyncIterable<Uint8Array>) {
    size += piece.length;
    if (size > MAX_BYTES) throw new Error(`it has more than ${MAX_BYTES} bytes`);
    pieces.push(piece);
  }
  return Buffer.concat(pieces, size);
}

/** What `fetch` says stands in the cause of its error. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  return error.cause instanceof Error ? error.cause.message : error.message;
}
