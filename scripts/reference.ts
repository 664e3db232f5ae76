// Writes docs/http-reference.md from the description of the HTTP interface; with --check it only tells whether it would
// change.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ROOT } from './build/manifest.js';
import { httpReference } from './reference/http-reference.js';

const { values } = parseArgs({ options: { check: { type: 'boolean', default: false } } });
const file = join(ROOT, 'docs', 'http-reference.md');
const text = httpReference();
if (readFileSync(file, { encoding: 'utf8', flag: 'a+' }) === text)
  console.log('reference: agrees with the description');
else if (values.check) {
  console.error('docs/http-reference.md is not what the description says: run "npm run reference" and commit it.');
  process.exitCode = 1;
} else {
  writeFileSync(file, text);
  console.log('reference: written');
}
