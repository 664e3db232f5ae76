import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isGenerated } from './generated-files.js';
import { unifiedDiff } from './unified-diff.js';

/** The files of an output directory that concern the generator. */
export interface OutputState {
  readonly present: ReadonlyMap<string, string>;
  /** Files that an earlier run wrote and this one does not. */
  readonly stale: readonly string[];
}

/** Looks at an output directory, which need not exist. */
export function inspectOutput(directory: string, files: ReadonlyMap<string, string>): OutputState {
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

/**
 * Describes how a directory differs from the generated files: a unified diff for each changed file, a line for each
 * file that is missing or no longer generated.
 *
 * @param name - the name of the directory in the text
 * @returns an empty string if nothing differs
 */
export function describeDrift(name: string, files: ReadonlyMap<string, string>, state: OutputState): string {
  const differences = [...files].map(([file, text]) => {
    const path = `${name}/${file}`;
    const current = state.present.get(file);
    if (current === undefined) return `${path}: missing\n`;
    if (current === text) return '';
    const diff = unifiedDiff(current, text);
    // Line ends, or the lack of the last one: nothing that a diff by lines can show.
    return diff === ''
      ? `${path}: differs in its line ends\n`
      : `--- ${path} (as it is)\n+++ ${path} (as generated)\n${diff}`;
  });
  return [...differences, ...state.stale.map((file) => `${name}/${file}: no longer generated\n`)].join('');
}

export function foreignFiles(state: OutputState): readonly string[] {
  return [...state.present].filter(([, text]) => !isGenerated(text)).map(([file]) => file);
}

/** The names of the files that were changed. */
export interface Changes {
  readonly written: readonly string[];
  readonly removed: readonly string[];
}

/** Writes all files that differ and removes those of earlier runs. */
export function writeOutput(directory: string, files: ReadonlyMap<string, string>, state: OutputState): Changes {
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
