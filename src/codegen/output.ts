import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { StructureKind } from 'ts-morph';
import { emitCodecs } from './emitting/emit-codecs.js';
import { emitService } from './emitting/emit-service.js';
import { emitStub } from './emitting/emit-stub.js';
import { emitTypes } from './emitting/emit-types.js';
import { facadeSkeleton, mockSkeleton, serverSkeleton } from './emitting/skeletons.js';
import { printModule } from './emitting/source.js';
import type { ServiceModel, Source } from './model/model.js';
import { unifiedDiff } from './unified-diff.js';

export type Skeleton = 'client' | 'server' | 'mock';

interface OutputFolder {
  readonly path: string;
  readonly name: string;
  readonly runtime: string;
  readonly skeletons?: readonly Skeleton[] | undefined;
}

export interface Written {
  readonly written: readonly string[];
  readonly removed: readonly string[];
  readonly kept: readonly string[];
}

/** Describes how a folder differs from the generated files; empty if it does not. */
export function driftOf(model: ServiceModel, { path, name, runtime }: OutputFolder): string {
  const files = generateFiles(model, runtime);
  return describeDrift(name, files, inspectOutput(path, files));
}

/**
 * Writes changed files and new skeletons, and removes files of earlier runs. @throws Error before writing if another
 * file would be overwritten
 */
export function writeGenerated(model: ServiceModel, folder: OutputFolder): Written {
  const { path, name, runtime, skeletons = [] } = folder;
  const files = generateFiles(model, runtime);
  const state = inspectOutput(path, files);
  const [foreign] = foreignFiles(state);
  if (foreign !== undefined) {
    throw new Error(`${name}/${foreign}: exists and was not written by this generator; nothing was written`);
  }
  const begun = [...new Set(skeletons)].map((kind): readonly [string, string] => [
    `${kind}.ts`,
    skeletonText(kind, model, runtime),
  ]);
  const { written, removed } = writeOutput(path, files, state);
  const kept = begun.filter(([file]) => existsSync(join(path, file))).map(([file]) => file);
  const added = begun.filter(([file]) => !kept.includes(file));
  // Never over a file that is there, however it came to be.
  for (const [file, text] of added) writeFileSync(join(path, file), text, { flag: 'wx' });
  return { written: [...written, ...added.map(([file]) => file)], removed, kept };
}

function skeletonText(kind: Skeleton, model: ServiceModel, runtime: string): string {
  const body = { client: facadeSkeleton, server: serverSkeleton, mock: mockSkeleton }[kind](model, runtime);
  return `// Begun by sms-service generate from ${model.source.fileName}. Edit it as you like: it is not overwritten.\n\n${body.trim()}\n`;
}

interface OutputState {
  readonly present: ReadonlyMap<string, string>;
  /** Files that an earlier run wrote and this one does not. */
  readonly stale: readonly string[];
}

function inspectOutput(directory: string, files: ReadonlyMap<string, string>): OutputState {
  const names = existsSync(directory) ? readdirSync(directory, { withFileTypes: true }) : [];
  const present = new Map<string, string>();
  const stale: string[] = [];
  for (const entry of names.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    if (files.has(entry.name)) present.set(entry.name, readFileSync(join(directory, entry.name), 'utf8'));
    else if (entry.isFile() && entry.name.endsWith('.ts')) {
      if (isGenerated(readFileSync(join(directory, entry.name), 'utf8'))) stale.push(entry.name);
    }
  }
  return { present, stale };
}

/** Describes differences as a unified diff per changed file, and a line per missing or obsolete file. */
export function describeDrift(name: string, files: ReadonlyMap<string, string>, state: OutputState): string {
  const differences = [...files].map(([file, text]) => {
    const path = `${name}/${file}`;
    const current = state.present.get(file);
    if (current === undefined) return `${path}: missing\n`;
    if (current === text) return '';
    const diff = unifiedDiff(current, text);
    // Line ends, or the lack of the last one: nothing that a diff by lines can show.
    return diff === ''
      ? `${path}: differs in its line endings\n`
      : `--- ${path} (current)\n+++ ${path} (generated)\n${diff}`;
  });
  return [...differences, ...state.stale.map((file) => `${name}/${file}: no longer generated\n`)].join('');
}

function foreignFiles(state: OutputState): readonly string[] {
  return [...state.present].filter(([, text]) => !isGenerated(text)).map(([file]) => file);
}

interface Changes {
  readonly written: readonly string[];
  readonly removed: readonly string[];
}

function writeOutput(directory: string, files: ReadonlyMap<string, string>, state: OutputState): Changes {
  mkdirSync(directory, { recursive: true });
  const differing = [...files].filter(([file, text]) => state.present.get(file) !== text);
  for (const [file, text] of differing) writeFileSync(join(directory, file), text);
  for (const file of state.stale) rmSync(join(directory, file));
  return { written: differing.map(([file]) => file), removed: state.stale };
}

export function describeChanges(name: string, origin: string, { written, removed }: Changes): string {
  const changes = [
    ...(written.length > 0 ? [`wrote ${written.join(', ')}`] : []),
    ...(removed.length > 0 ? [`removed ${removed.join(', ')}`] : []),
  ];
  return changes.length > 0
    ? `${name}: ${changes.join('; ')} (from ${origin})`
    : `${name}: agrees with ${origin}, nothing to write`;
}

const HEADER_START = '// Generated by sms-service generate from ';
/** As versions before 0.2 wrote it. */
const EARLIER_HEADER_START = '// Generated by scripts/generate.ts from ';

/** Emits the files of a service by name. The same model produces the same bytes. */
export function generateFiles(model: ServiceModel, runtime: string): ReadonlyMap<string, string> {
  const header = headerOf(model.source);
  const files: readonly (readonly [name: string, body: string])[] = [
    ['types.ts', emitTypes(model, runtime)],
    ['codecs.ts', emitCodecs(model, runtime)],
    ['service.ts', emitService(model, runtime)],
    ['stub.ts', emitStub(model, runtime)],
    ['index.ts', emitIndex(model, runtime)],
  ];
  return new Map(files.map(([name, body]) => [name, `${header}\n\n${body.trim()}\n`]));
}

function headerOf({ fileName, sha256 }: Source): string {
  return `${HEADER_START}${fileName}. Do not edit.\n// sha256 of the WSDL and what it imports: ${sha256}`;
}

function isGenerated(text: string): boolean {
  return text.startsWith(HEADER_START) || text.startsWith(EARLIER_HEADER_START);
}

/** Emits `index.ts`: the stub, its options and all types; codecs and operations are not for users. */
export function emitIndex(model: ServiceModel, runtime: string): string {
  return printModule([
    {
      kind: StructureKind.ExportDeclaration,
      isTypeOnly: true,
      moduleSpecifier: runtime,
      namedExports: ['CallOptions', 'StubOptions'],
    },
    { kind: StructureKind.ExportDeclaration, moduleSpecifier: './stub.js', namedExports: [model.stub] },
    { kind: StructureKind.ExportDeclaration, isTypeOnly: true, moduleSpecifier: './types.js' },
  ]);
}
