import { createHash } from 'node:crypto';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { Refusal } from '../../model/refusal.js';
import { parseXml } from './parse-xml.js';
import { refuse, type XmlElement } from './xml-tree.js';

export function isRemote(location: string): boolean {
  return /^https?:\/\//i.test(location);
}

export interface FileAccess {
  readFile(path: string): Uint8Array;
  displayName(path: string): string;
  locationOf?(path: string): string | undefined;
  readonly documents?: Pick<ReadonlyMap<string, string>, 'get'> | undefined;
}

/** A document, before it is read. */
export interface DocumentAddress {
  /** The stated URL, against which imports are resolved. */
  readonly url: string;
  readonly path: string;
}

/** The files of a WSDL: each is read once, however often it is imported. */
export class DocumentFiles {
  readonly #access: FileAccess;
  readonly #hash = createHash('sha256');
  readonly #bytesByPath = new Map<string, Uint8Array>();

  constructor(access: FileAccess) {
    this.#access = access;
  }

  get sha256(): string {
    return this.#hash.copy().digest('hex');
  }

  readFirst(path: string): { readonly address: DocumentAddress; readonly root: XmlElement } {
    try {
      // Imports of a fetched document are resolved against its URL.
      const url = isRemote(path) ? path : pathToFileURL(path).href;
      return { address: { url, path }, root: this.#parse(path) };
    } catch (error) {
      if (error instanceof Refusal) throw error;
      throw new Error(`${this.#access.displayName(path)}: cannot be read: ${messageOf(error)}`, { cause: error });
    }
  }

  /** Reads an imported document. @param importer - the element that imports it */
  read(importer: XmlElement, { path }: DocumentAddress, defaultNamespace?: string): XmlElement {
    try {
      return this.#parse(path, defaultNamespace);
    } catch (error) {
      if (error instanceof Refusal) throw error;
      throw refuse(importer, `cannot be read: ${messageOf(error)}`);
    }
  }

  /** Resolves the address of an imported document. @throws {@link Refusal} if a remote document imports a local file */
  locate(importer: XmlElement, location: string, base: DocumentAddress): DocumentAddress {
    const from = this.#access.locationOf?.(base.path) ?? base.url;
    let url: URL;
    try {
      url = new URL(location.trim(), from);
    } catch {
      throw refuse(importer, `its location "${location}" is not a URL`);
    }
    const path = this.#access.documents?.get(url.href) ?? this.#access.documents?.get(location);
    if (path !== undefined) return { url: url.href, path };
    if (url.protocol !== 'file:') {
      throw refuse(importer, `"${location}" is not a local file, and nothing is fetched from a network`);
    }
    // A remote document must not choose local files.
    if (!from.startsWith('file:')) {
      throw refuse(importer, `"${location}" is a file, but its document was fetched from a URL`);
    }
    if (url.search !== '') throw refuse(importer, `its location "${location}" has a query, which a file cannot have`);
    try {
      return { url: url.href, path: fileURLToPath(url) };
    } catch {
      throw refuse(importer, `its location "${location}" is not a local file`);
    }
  }

  #parse(path: string, defaultNamespace?: string): XmlElement {
    let bytes = this.#bytesByPath.get(path);
    if (bytes === undefined) {
      bytes = this.#access.readFile(path);
      this.#bytesByPath.set(path, bytes);
      this.#hash.update(bytes);
    }
    return parseXml(this.#access.displayName(path), bytes, defaultNamespace);
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
