import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ServiceModel } from '../model/model.js';
import { facadeSkeleton } from '../skeletons/facade.js';
import { mockSkeleton, serverSkeleton } from '../skeletons/server.js';
import { generateFiles } from './generated-files.js';
import { describeDrift, foreignFiles, inspectOutput, writeOutput } from './output-directory.js';

/** The beginning of code that is written by hand. */
export type Skeleton = 'client' | 'server' | 'mock';

/** A folder of generated code. */
export interface OutputFolder {
  readonly path: string;
  /** How it is called in messages. */
  readonly name: string;
  /** Import specifier of the runtime. */
  readonly runtime: string;
  readonly skeletons?: readonly Skeleton[] | undefined;
}

/** The files that writing has changed. */
export interface Written {
  readonly written: readonly string[];
  readonly removed: readonly string[];
  /** Skeletons that were there already. */
  readonly kept: readonly string[];
}

/**
 * Describes how a folder differs from the generated files.
 *
 * @returns an empty string if nothing differs
 */
export function driftOf(model: ServiceModel, { path, name, runtime }: OutputFolder): string {
  const files = generateFiles(model, runtime);
  return describeDrift(name, files, inspectOutput(path, files));
}

/**
 * Writes the files of a service that differ, removes those that an earlier run has written and this one does not, and
 * writes the skeletons that are not there yet.
 *
 * @throws Error when a file is in the way that the generator did not write; nothing is written
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
  return `// Begun by sms-service generate from ${model.source.fileName}. It is yours: it is not written again.\n\n${body.trim()}\n`;
}
