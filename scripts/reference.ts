// Writes the reference pages of the HTTP interface in docs/ from its description; --check only compares.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ROOT } from './build/manifest.js';
import { httpReference } from './reference/http-reference.js';

const { values } = parseArgs({ options: { check: { type: 'boolean', default: false } } });
const pages = Object.entries(httpReference()).map(([name, text]) => ({ file: join(ROOT, 'docs', name), name, text }));
const changed = pages.filter(({ file, text }) => readFileSync(file, { encoding: 'utf8', flag: 'a+' }) !== text);
if (changed.length === 0) console.log('reference: up to date');
else if (values.check) {
  const names = changed.map(({ name }) => `docs/${name}`).join(', ');
  console.error(`reference: ${names} differs from the description. Run "npm run reference" and commit the result.`);
  process.exitCode = 1;
} else {
  for (const { file, text } of changed) writeFileSync(file, text);
  console.log('reference: written');
}
