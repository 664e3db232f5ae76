// `npm run generate`: writes generated/ from the WSDL of the repository. With `-- --check`, only compares.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describeChanges, differencesOf, writeGenerated } from '../src/codegen/output.js';
import { readWsdl } from '../src/codegen/read-wsdl.js';

const WSDL = 'wsdl/sms-service.wsdl';
const pathOf = (name: string): string => fileURLToPath(new URL(`../${name}`, import.meta.url));

const { model, warnings } = readWsdl(pathOf(WSDL), {
  readFile: readFileSync,
  displayName: () => WSDL,
  // Programs may import any type that was ever generated.
  allTypes: true,
  // The client and the embedded gateway report missing fields themselves.
  strictness: 'plain',
});
for (const warning of warnings) console.error(warning);
const folder = { path: pathOf('generated'), name: 'generated', runtime: '../src/soap/plain-runtime.js' };
if (process.argv.includes('--check')) {
  const differences = differencesOf(model, folder);
  if (differences.length > 0) {
    console.error([...differences, 'generated/ is not up to date. Run: npm run generate'].join('\n'));
    process.exitCode = 1;
  }
} else console.log(describeChanges('generated', WSDL, writeGenerated(model, folder)));
