import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describeDifferences } from '../../src/codegen/output.js';
import type { Report } from './reports.js';

const isReport = (name: string): boolean => name.endsWith('.api.md');

function reportsIn(folder: string): ReadonlyMap<string, string> {
  mkdirSync(folder, { recursive: true });
  const names = readdirSync(folder).filter(isReport);
  return new Map(names.map((name) => [name, readFileSync(join(folder, name), 'utf8')]));
}

/** Names each report in a folder that differs from the expected one. */
export function reportDifferences(folder: string, reports: readonly Report[]): readonly string[] {
  const present = reportsIn(folder);
  const wanted = new Map(reports.map(({ name, text }) => [name, text]));
  const stale = [...present.keys()].filter((name) => !wanted.has(name));
  return describeDifferences('api', wanted, { present, stale });
}

/** Replaces the reports in a folder. */
export function writeReports(folder: string, reports: readonly Report[]): void {
  for (const name of reportsIn(folder).keys()) rmSync(join(folder, name));
  for (const { name, text } of reports) writeFileSync(join(folder, name), text);
}
