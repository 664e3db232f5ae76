// Builds the package: its scripts as CommonJS with an ES module for each entry, the licences of the built-in packages, and
// its declarations.
import { rmSync, writeFileSync } from 'node:fs';
import { bundle, removeIndentation } from './build/bundle.js';
import { buildDeclarations } from './build/declarations.js';
import { ROOT, readManifest } from './build/manifest.js';
import { thirdParty } from './build/third-party.js';

rmSync(`${ROOT}dist`, { recursive: true, force: true });
const metafile = await bundle(`${ROOT}dist/js`);
await removeIndentation(`${ROOT}dist/js`);
writeFileSync(`${ROOT}dist/THIRD-PARTY.md`, thirdParty(metafile));
buildDeclarations(readManifest().entries, `${ROOT}dist/types`);
// The package.json above it declares ES modules.
writeFileSync(`${ROOT}dist/package.json`, '{ "type": "commonjs" }\n');
