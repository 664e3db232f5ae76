// Writes the declarations of the public entries, without comments, into api/ or the folder of --out. With --check it
// only names the files that would change.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { reportDifferences, writeReports } from './api/folder.js';
import { reportsOf } from './api/reports.js';
import { declarationsOf } from './build/declarations.js';
import { emitDeclarations } from './build/extract.js';
import { ROOT, readManifest } from './build/manifest.js';

const { values } = parseArgs({
  options: { check: { type: 'boolean', default: false }, out: { type: 'string', default: join(ROOT, 'api') } },
});
const folder = values.out;
mkdirSync(join(ROOT, '.cache'), { recursive: true });
const work = mkdtempSync(join(ROOT, '.cache', 'api-'));
try {
  const declarations = join(work, 'types');
  emitDeclarations(declarations);
  const reports = reportsOf(declarationsOf(readManifest().entries, declarations));
  const differences = reportDifferences(folder, reports);
  if (differences.length === 0) console.log('api: agrees with the sources');
  else if (values.check) {
    console.error([...differences, 'api/ is not up to date. Run "npm run api" and review the changes.'].join('\n'));
    process.exitCode = 1;
  } else {
    writeReports(folder, reports);
    console.log('api: written');
  }
} finally {
  rmSync(work, { recursive: true, force: true });
}
