import { createHash } from 'node:crypto';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { Refusal } from '../../model/refusal.js';
import { parseXml } from './parse-xml.js';
import { decodeSource } from './source-text.js';
import { refuse, type XmlElement } from './xml-tree.js';

/** Tells whether a document is read over HTTP. */
export function isRemote(location: string): boolean {
  return /^https?:\/\//i.test(location);
}

/** Access to files. */
export interface FileAccess {
  /** @throws Error when the file cannot be read */
  readFile(path: string): Uint8Array;
  /** Returns the name of a file in messages. */
  displayName(path: string): string;
  /** Where a document was in the end, for one that was elsewhere than it was looked for. */
  locationOf?(path: string): string | undefined;
  /** What is read in place of documents elsewhere, by address. Nothing is fetched from a network. */
  readonly documents?: Pick<ReadonlyMap<string, string>, 'get'> | undefined;
}

/** A document, before it is read. */
export interface DocumentAddress {
  /** Where it says it is, by which what it imports is found. */
  readonly url: string;
  /** Where it is read. */
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
      // One that was fetched stands where it is: what it imports is found from there.
      const url = isRemote(path) ? path : pathToFileURL(path).href;
      return { address: { url, path }, root: this.#parse(path) };
    } catch (error) {
      if (error instanceof Refusal) throw error;
      throw new Error(`${this.#access.displayName(path)}: cannot be read: ${messageOf(error)}`, { cause: error });
    }
  }

  /**
   * Reads a document that another one imports.
   *
   * @param importer - the element that says so
   * @param defaultNamespace - for names without a prefix where the document declares no default
   * @throws {@link Refusal} when it cannot be read or is malformed
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
   * Finds a document by the address that an import gives.
   *
   * @param importer - the element that says so
   * @param base - the document that it stands in
   * @throws {@link Refusal} when it is neither a file nor one that a file stands for, or a file named by what is none
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
    // What somebody else has written does not say which files are read here.
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
