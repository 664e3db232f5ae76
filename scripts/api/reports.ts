import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { extract } from '../build/extract.js';
import type { PublicEntry } from '../build/manifest.js';

/** The report of an entry: its declarations in one text. */
export interface Report {
  /** The name of its file. */
  readonly name: string;
  readonly text: string;
}

/** Lines about comments, and the end of a report: a comment that comes or goes changes no interface. */
const REMARKS = /^ *\/\/ (?:@public|\(undocumented\)|@public \(undocumented\)|\(No @packageDocumentation .*)\n/gm;

/**
 * Makes the reports of public entries.
 *
 * @param declarations - the folder with the declarations of the sources
 * @param folder - a folder for temporary files
 */
export function reportsOf(entries: readonly PublicEntry[], declarations: string, folder: string): readonly Report[] {
  extract(entries, declarations, (name) => ({
    apiReport: {
      enabled: true,
      reportFileName: name,
      reportFolder: folder,
      reportTempFolder: join(folder, 'temp'),
      // A type that users meet without a name of its own is a part of the interface, too.
      includeForgottenExports: true,
    },
    dtsRollup: { enabled: false },
  }));
  return entries.map((entry) => {
    const name = `${basename(entry.default, '.js')}.api.md`;
    const report = readFileSync(join(folder, name), 'utf8');
    return { name, text: report.replaceAll(REMARKS, '').replace(/\n+```\n$/, '\n```\n') };
  });
}
