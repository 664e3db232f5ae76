import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describeDrift } from '../../src/codegen/output.js';
import type { Report } from './reports.js';

const isReport = (name: string): boolean => name.endsWith('.api.md');

/** The reports in a folder, by their names. */
function reportsIn(folder: string): ReadonlyMap<string, string> {
  mkdirSync(folder, { recursive: true });
  const names = readdirSync(folder).filter(isReport);
  return new Map(names.map((name) => [name, readFileSync(join(folder, name), 'utf8')]));
}

/** Tells how the reports in a folder differ from those that belong there; the empty text where they do not. */
export function reportDifferences(folder: string, reports: readonly Report[]): string {
  const present = reportsIn(folder);
  const wanted = new Map(reports.map(({ name, text }) => [name, text]));
  return describeDrift('api', wanted, { present, stale: [...present.keys()].filter((name) => !wanted.has(name)) });
}

/** Puts reports into a folder, in the place of those that are there. */
export function writeReports(folder: string, reports: readonly Report[]): void {
  for (const name of reportsIn(folder).keys()) rmSync(join(folder, name));
  for (const { name, text } of reports) writeFileSync(join(folder, name), text);
}
