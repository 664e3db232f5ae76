import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { build } from 'esbuild';
import { readManifest } from '../../scripts/build/manifest.js';
import { writeGenerated } from '../../src/codegen/output.js';
import { readWsdl } from '../../src/codegen/read-wsdl.js';
import { ROOT, runBin } from '../support/run.js';
import { type CodeBlock, documentPaths, readDocument } from './markdown.js';

/** A program of a document. */
export interface Program {
  /** The document and the line, for the name of a test. */
  readonly where: string;
  /** The name of its file. */
  readonly file: string;
  readonly text: string;
  /** The expected output; `undefined` for a program without the mark `run`. */
  readonly prints: string | undefined;
  /** Whether the program is a test file of vitest, which must pass. */
  readonly isTest: boolean;
}

/**
 * The programs of all documents: their blocks in TypeScript. The mark `run` is for programs whose output follows in the
 * next block, and `vitest` for test files.
 */
export function allPrograms(): readonly Program[] {
  return documentPaths().flatMap((path) => programsOf(readDocument(path).codeBlocks));
}

/** The programs among the blocks of a document. */
export function programsOf(blocks: readonly CodeBlock[]): readonly Program[] {
  return blocks.flatMap(({ document, line, info, text }, index) => {
    const [language, ...marks] = info.split(' ');
    if (language !== 'ts') return [];
    const where = `${document}:${line}`;
    const unknown = marks.filter((mark) => mark !== 'run' && mark !== 'vitest');
    if (unknown.length > 0) throw new Error(`${where}: is marked with ${unknown.join()}`);
    const output = blocks[index + 1];
    const isRun = marks.includes('run');
    const isTest = marks.includes('vitest');
    if (isRun && output?.info !== 'text') throw new Error(`${where}: no block of text says what it prints`);
    const file = `${basename(document, '.md')}-${line}${isTest ? '.test' : ''}.ts`;
    return [{ where, file, text, prints: isRun ? output?.text : undefined, isTest }];
  });
}

/** The source of each entry of the package. */
export function entrySources(): readonly (readonly [entry: string, source: string])[] {
  return readManifest().entries.map(({ name, source }) => [name, ROOT + source]);
}

/** The names that a program may use without an import. */
const GIVEN = `
import type { Credentials, SmsServiceClient } from 'sms-service-client';
import type { CallbackHandler } from 'sms-service-client/callbacks';
import type { PostgresStore } from 'sms-service-client/callbacks/postgres';
import type { SmsServiceHttpClient } from 'sms-service-client/http';
import type { RunningSandbox } from 'sms-service-client/sandbox';
import type { SmsServiceStub } from 'sms-service-client/stub';
import type { Transport } from 'sms-service-client/transport';

declare global {
  const url: string;
  const certTestUrl: string;
  const username: string;
  const password: string;
  const credentials: Credentials;
  const client: SmsServiceClient;
  const token: string;
  const http: SmsServiceHttpClient;
  /** A client of the earlier variant. */
  const earlier: SmsServiceHttpClient<'earlier'>;
  /** The clients of two accounts. */
  const source: SmsServiceClient;
  const target: SmsServiceClient;
  const sandbox: RunningSandbox;
  const stub: SmsServiceStub;
  const transport: Transport;
  const handler: CallbackHandler;
  const store: PostgresStore;
  /** Several entries export these names. */
  const countMessageParts: typeof import('sms-service-client/http').countMessageParts;
  const text: typeof import('sms-service-client/http').text;
  const tokens: typeof import('sms-service-client/http').tokens;
  /** The caught value. */
  const error: unknown;
}
`;

/**
 * Writes programs into a new folder. There they compile with the options of the repository, and the entries of the
 * package resolve to its sources.
 *
 * @returns the folder, which the caller must remove
 */
export function writePrograms(programs: readonly Program[]): string {
  mkdirSync(`${ROOT}.cache`, { recursive: true });
  const folder = mkdtempSync(`${ROOT}.cache/docs-`);
  // A program may show how to create something without using it.
  const unused = { noUnusedLocals: false, noUnusedParameters: false };
  const paths = Object.fromEntries(entrySources().map(([entry, source]) => [entry, [source]]));
  const compilerOptions = { ...unused, rootDir: ROOT, paths };
  const config = {
    extends: `${ROOT}tsconfig.json`,
    compilerOptions,
    include: ['*.ts', 'calculator/*.ts'],
    exclude: [],
  };
  writeFileSync(`${folder}/tsconfig.json`, JSON.stringify(config));
  writeFileSync(`${folder}/given.d.ts`, GIVEN);
  for (const { file, text } of programs) writeFileSync(`${folder}/${file}`, `${text}export {};\n`);
  writeCalculator(`${folder}/calculator`);
  return folder;
}

/** Writes the generated code of the WSDL in the guide to the generator. */
function writeCalculator(path: string): void {
  const access = { readFile: readFileSync, displayName: (file: string) => file };
  const { model } = readWsdl(`${ROOT}test/docs/calculator.wsdl`, access);
  writeGenerated(model, { path, name: 'calculator', runtime: 'sms-service-client/soap' });
}

/** Compiles the programs in a folder. @returns the lines of the compiler, which begin with the file names */
export async function complaints(folder: string): Promise<readonly string[]> {
  const { output } = await runBin('tsc', ['-p', `${folder}/tsconfig.json`, '--pretty', 'false'], folder);
  return output.split('\n').filter((line) => line !== '');
}

/** Builds the programs of a folder: writes a `.js` file beside each `.ts` file. */
export async function buildPrograms(folder: string, programs: readonly Program[]): Promise<void> {
  await build({
    entryPoints: programs.map(({ file }) => `${folder}/${file}`),
    outdir: folder,
    tsconfig: `${folder}/tsconfig.json`,
    bundle: true,
    splitting: true,
    packages: 'external',
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    logLevel: 'warning',
  });
}
