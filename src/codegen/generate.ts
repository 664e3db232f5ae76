import { readFileSync } from 'node:fs';
import { isAbsolute, relative, resolve } from 'node:path';
import { describeChanges, differencesOf, type Written, writeGenerated } from './output.js';
import { type ReadWsdl, readWsdl } from './read-wsdl.js';
import { isRemote } from './reading/documents/document-files.js';
import { RemoteDocuments } from './remote-documents.js';

export interface GenerateOptions {
  readonly wsdl: string;
  readonly out: string;
  readonly directory: string;
  readonly runtime: string;
  readonly port?: string | undefined;
  readonly operations?: readonly string[] | undefined;
  readonly isLenient: boolean;
  /** The files that stand for documents elsewhere, by address. */
  readonly documents: ReadonlyMap<string, string>;
  readonly isCheck: boolean;
  readonly signal?: AbortSignal | undefined;
  /** Makes a name of a file one that can be shown. */
  readonly shown: (name: string) => string;
}

export interface Generated extends Written {
  /** Constructs that were skipped or approximated, each as `FILE:LINE:COL: construct: why`. */
  readonly warnings: readonly string[];
  /** With `isCheck`: each file that differs from the generated one, with the reason. */
  readonly differences: readonly string[];
  readonly summary: string;
}

/** Generates code for the service of a WSDL. @throws Refusal for an invalid or unsupported document */
export async function generate(options: GenerateOptions): Promise<Generated> {
  const { wsdl, directory, runtime, isCheck } = options;
  const { model, warnings } = await read(options);
  const path = resolve(directory, options.out);
  const name = options.shown(shownPath(path, directory));
  const origin = options.shown(isRemote(wsdl) ? withoutSecrets(wsdl) : wsdl);
  const folder = { path, name, runtime };
  if (isCheck) {
    const differences = differencesOf(model, folder);
    const verb = differences.length === 0 ? 'agrees with' : 'differs from the code generated from';
    return { written: [], removed: [], warnings, differences, summary: `${name}: ${verb} ${origin}` };
  }
  const written = writeGenerated(model, folder);
  return { ...written, warnings, differences: [], summary: describeChanges(name, origin, written) };
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
