const [MAX_BYTES, MAX_DOCUMENTS] = [16_777_216, 200];
const TIMEOUT_MS = 30_000;

interface Fetched {
  readonly bytes: Uint8Array;
  readonly location: string;
}

/**
 * Documents that are read over HTTP, each once. Reading is synchronous: missing documents are fetched, then the WSDL is
 * read again.
 */
export class RemoteDocuments {
  /** The address of the WSDL, without a name and password. */
  readonly first: string;
  readonly #origin: string;
  readonly #authorization: string | undefined;
  readonly #documents = new Map<string, Fetched | Error>();
  readonly #requested = new Set<string>();

  constructor(wsdl: string) {
    const url = new URL(wsdl);
    const [name, password] = [url.username, url.password].map(decodeURIComponent);
    url.username = '';
    url.password = '';
    this.first = url.href;
    this.#origin = url.origin;
    const credentials = `${name}:${password}`;
    this.#authorization =
      credentials === ':' ? undefined : `Basic ${Buffer.from(credentials, 'utf8').toString('base64')}`;
  }

  /** Returns a fetched document. @throws Error if it could not be fetched, or is not fetched yet */
  read(url: string): Uint8Array {
    const document = this.#documents.get(url);
    if (document instanceof Error) throw document;
    if (document !== undefined) return document.bytes;
    this.#requested.add(url);
    throw new Error('is not fetched yet');
  }

  locationOf(url: string): string | undefined {
    const document = this.#documents.get(url);
    return document instanceof Error ? undefined : document?.location;
  }

  /**
   * Fetches the requested documents. @returns false if there are none @throws Error if the WSDL itself cannot be
   * fetched
   */
  async fetch(signal?: AbortSignal): Promise<boolean> {
    const urls = [...this.#requested];
    this.#requested.clear();
    if (this.#documents.size + urls.length > MAX_DOCUMENTS) {
      throw new Error(`the WSDL consists of more than ${MAX_DOCUMENTS} documents`);
    }
    await Promise.all(urls.map((url) => this.#fetch(url, signal)));
    signal?.throwIfAborted();
    return urls.length > 0;
  }

  async #fetch(url: string, signal: AbortSignal | undefined): Promise<void> {
    const isOwn = this.#authorization !== undefined && new URL(url).origin === this.#origin;
    try {
      this.#documents.set(url, await fetched(url, isOwn ? { authorization: this.#authorization } : {}, signal));
    } catch (error) {
      const reason = reasonOf(error);
      if (url === this.first) throw new Error(`${url}: cannot be fetched: ${reason}`, { cause: error });
      this.#documents.set(url, new Error(`${url}: ${reason}`, { cause: error }));
    }
  }
}

async function fetched(
  url: string,
  headers: Readonly<Record<string, string | undefined>>,
  signal: AbortSignal | undefined,
): Promise<Fetched> {
  const timeout = AbortSignal.timeout(TIMEOUT_MS);
  const response = await fetch(url, {
    headers: { accept: 'text/xml, application/wsdl+xml, application/xml, */*;q=0.1', ...headers },
    signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
  });
  if (!response.ok) throw new Error(`the status is ${response.status}`);
  return { bytes: await bytesOf(response), location: response.url };
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

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  return error.cause instanceof Error ? error.cause.message : error.message;
}
