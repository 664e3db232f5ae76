import { readFileSync } from 'node:fs';
import { isAbsolute, relative, resolve } from 'node:path';
import { describeChanges } from './output/output-directory.js';
import { driftOf, type Skeleton, type Written, writeGenerated } from './output/write-generated.js';
import { type ReadWsdl, readWsdl } from './read-wsdl.js';
import { isRemote } from './reading/documents/document-files.js';
import { RemoteDocuments } from './remote-documents.js';

export interface GenerateOptions {
  /** A path, or an address of HTTP. */
  readonly wsdl: string;
  /** The folder of the files. */
  readonly out: string;
  /** The folder that paths are relative to. */
  readonly directory: string;
  /** Import specifier of the runtime. */
  readonly runtime: string;
  /** Needed where several ports speak SOAP 1.1. */
  readonly port?: string | undefined;
  /** The names of the operations that are wanted. Default: all. */
  readonly operations?: readonly string[] | undefined;
  /** True to take every field for optional. */
  readonly isLenient: boolean;
  /** The files that stand for documents elsewhere, by address. */
  readonly documents: ReadonlyMap<string, string>;
  readonly skeletons: readonly Skeleton[];
  /** True to write nothing. */
  readonly isCheck: boolean;
  readonly signal?: AbortSignal | undefined;
  /** Makes a name of a file one that can be shown. */
  readonly shown: (name: string) => string;
}

/** What came of it. */
export interface Generated extends Written {
  /** Constructs that were skipped or approximated, each as `FILE:LINE:COL: construct: why`. */
  readonly warnings: readonly string[];
  /** With `check`: how the folder differs from the generated files. Otherwise empty. */
  readonly drift: string;
  /** A summary in one line. */
  readonly summary: string;
}

/**
 * Generates code for the service of a WSDL.
 *
 * @throws Refusal when the document is malformed or uses what is not supported
 * @throws Error when it cannot be read, or a file is in the way
 */
export async function generate(options: GenerateOptions): Promise<Generated> {
  const { wsdl, directory, runtime, skeletons, isCheck } = options;
  const { model, warnings } = await read(options);
  const path = resolve(directory, options.out);
  const name = options.shown(shownPath(path, directory));
  const origin = options.shown(isRemote(wsdl) ? withoutSecrets(wsdl) : wsdl);
  const folder = { path, name, runtime, skeletons };
  if (isCheck) {
    const drift = driftOf(model, folder);
    const summary = `${name}: ${drift === '' ? 'agrees with' : 'is not what is generated from'} ${origin}`;
    return { written: [], removed: [], kept: [], warnings, drift, summary };
  }
  const written = writeGenerated(model, folder);
  return { ...written, warnings, drift: '', summary: describeChanges(name, origin, written) };
}

async function read(options: GenerateOptions): Promise<ReadWsdl> {
  const { wsdl, directory, port, operations, isLenient, documents, signal } = options;
  const remote = isRemote(wsdl) ? new RemoteDocuments(wsdl) : undefined;
  const first = remote?.first ?? resolve(directory, wsdl);
  const files = new Map([...documents].map(([url, file]) => [url, resolve(directory, file)]));
  const tryToRead = (): ReadWsdl =>
    readWsdl(first, {
      readFile: (path) => (remote !== undefined && isRemote(path) ? remote.read(path) : readFileSync(path)),
      locationOf: (path) => remote?.locationOf(path),
      displayName: (path) => options.shown(isRemote(path) ? path : shownPath(path, directory)),
      // Imports of a fetched WSDL are fetched, too. A WSDL on the disk causes no network access.
      documents: { get: (url) => files.get(url) ?? (remote !== undefined && isRemote(url) ? url : undefined) },
      port,
      operations,
      strictness: isLenient ? 'lenient' : 'strict',
    });
  for (;;) {
    let result: ReadWsdl | undefined;
    let failure: unknown;
    try {
      result = tryToRead();
    } catch (error) {
      failure = error;
    }
    if ((await remote?.fetch(signal)) === true) continue;
    if (result === undefined) throw failure;
    return result;
  }
}

function withoutSecrets(address: string): string {
  const { origin, pathname } = new URL(address);
  return origin + pathname;
}

function shownPath(path: string, directory: string): string {
  const inside = relative(directory, path);
  return (inside.startsWith('..') || isAbsolute(inside) ? path : inside) || '.';
}
