// Writes the reference of the public entries into docs/api/, for the documentation site, from the docstrings.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sitePages } from './api/pages.js';
import { emitDeclarations, writeModels } from './build/extract.js';
import { ROOT, readManifest } from './build/manifest.js';

const API_DOCUMENTER = '@microsoft/api-documenter@7.30.18';
const target = join(ROOT, 'docs', 'api');
mkdirSync(join(ROOT, '.cache'), { recursive: true });
const work = mkdtempSync(join(ROOT, '.cache', 'api-pages-'));
try {
  const { entries } = readManifest();
  emitDeclarations(join(work, 'types'));
  writeModels(entries, join(work, 'types'), join(work, 'models'));
  for (const file of readdirSync(join(work, 'models')).filter((name) => name.endsWith('.json'))) {
    const path = join(work, 'models', file);
    // API Documenter omits links that it cannot resolve.
    writeFileSync(path, readFileSync(path, 'utf8').replaceAll(/\{@link (?:[^}|]*\|)?\s*([^}]*?)\s*\}/g, '`$1`'));
  }
  const folder = join(work, 'pages');
  execFileSync('npx', ['--yes', API_DOCUMENTER, 'markdown', '-i', join(work, 'models'), '-o', folder], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const pages = new Map(
    readdirSync(folder).map((file) => [file, readFileSync(join(folder, file), 'utf8').replaceAll('\r\n', '\n')]),
  );
  rmSync(target, { recursive: true, force: true });
  mkdirSync(target);
  for (const [file, text] of sitePages(pages, entries)) writeFileSync(join(target, file), text);
  console.log('docs/api: written');
} finally {
  rmSync(work, { recursive: true, force: true });
}
