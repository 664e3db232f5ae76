import { createHash } from 'node:crypto';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { Refusal } from '../../model/refusal.js';
import { parseXml } from './parse-xml.js';
import { decodeSource } from './source-text.js';
import { refuse, type XmlElement } from './xml-tree.js';

export function isRemote(location: string): boolean {
  return /^https?:\/\//i.test(location);
}

/** Access to files. */
export interface FileAccess {
  /** @throws Error when the file cannot be read */
  readFile(path: string): Uint8Array;
  /** Returns the name of a file in messages. */
  displayName(path: string): string;
  locationOf?(path: string): string | undefined;
  readonly documents?: Pick<ReadonlyMap<string, string>, 'get'> | undefined;
}

/** A document, before it is read. */
export interface DocumentAddress {
  /** The stated URL, against which imports are resolved. */
  readonly url: string;
  /** The path from which it is read. */
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

  /** Over the bytes of all files, one after the other in the order in which they were read; in hexadecimal. */
  get sha256(): string {
    return this.#hash.copy().digest('hex');
  }

  /**
   * Reads the document that everything begins with.
   *
   * @throws {@link Refusal} when it is malformed
   * @throws Error when it cannot be read
   */
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

  /**
   * Reads an imported document.
   *
   * @param importer - the element that imports it
   * @param defaultNamespace - for names without a prefix if the document declares no default
   * @throws {@link Refusal} if it cannot be read, or is malformed
   */
  read(importer: XmlElement, { path }: DocumentAddress, defaultNamespace?: string): XmlElement {
    try {
      return this.#parse(path, defaultNamespace);
    } catch (error) {
      if (error instanceof Refusal) throw error;
      throw refuse(importer, `cannot be read: ${messageOf(error)}`);
    }
  }

  /**
   * Resolves the address of an imported document.
   *
   * @param importer - the element that imports it
   * @param base - the document that contains the element
   * @throws {@link Refusal} if it is neither a file nor a known document, or a remote document imports a file
   */
  locate(importer: XmlElement, location: string, base: DocumentAddress): DocumentAddress {
    const from = this.#access.locationOf?.(base.path) ?? base.url;
    let url: URL;
    try {
      url = new URL(location.trim(), from);
    } catch {
      throw refuse(importer, `its location "${location}" is no address`);
    }
    const path = this.#access.documents?.get(url.href) ?? this.#access.documents?.get(location);
    if (path !== undefined) return { url: url.href, path };
    if (url.protocol !== 'file:') {
      throw refuse(importer, `"${location}" is not a local file, and nothing is fetched from a network`);
    }
    // A remote document must not choose local files.
    if (!from.startsWith('file:')) {
      throw refuse(importer, `"${location}" is a file, and it stands in a document that is none`);
    }
    if (url.search !== '') throw refuse(importer, `its location "${location}" has a query, which no file has`);
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
    return parseXml(decodeSource(this.#access.displayName(path), bytes), defaultNamespace);
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
