// Mutation testing of the files named on the command line: prints each mutant that no test noticed.
//
//   npm run test:mutation -- src/domain/sending/rules.ts src/client/check.ts [--tests test/client,test/wire]
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';

/** The tests of each room: a mutant is tried against the tests of its own room and of those that stand on it. */
const TESTS = {
  'address-book': ['test/address-book'],
  calls: ['test/calls', 'test/client'],
  client: ['test/client', 'test/errors'],
  domain: ['test/domain', 'test/client', 'test/sandbox'],
  errors: ['test/errors', 'test/client'],
  redact: ['test/redact', 'test/errors', 'test/client'],
  sandbox: ['test/sandbox'],
  soap: ['test/soap', 'test/wire', 'test/client'],
  transport: ['test/transport'],
  xml: ['test/xml', 'test/wire', 'test/soap'],
};

const { values, positionals: files } = parseArgs({ options: { tests: { type: 'string' } }, allowPositionals: true });
const missing = files.filter((file) => !existsSync(file));
if (files.length === 0 || missing.length > 0) {
  console.error(
    missing.length > 0
      ? `there is no ${missing.join(', ')}`
      : 'name the files, for example src/domain/sending/rules.ts',
  );
  process.exit(2);
}
const rooms = new Set(files.map((file) => file.split('/')[1]));
const tests = values.tests?.split(',') ?? [...new Set([...rooms].flatMap((room) => TESTS[room] ?? ['test']))];
const env = { ...process.env, MUTATION_TESTS: tests.join(',') };
const { status } = spawnSync('npx', ['stryker', 'run', '--mutate', files.join(',')], { stdio: 'inherit', env });
process.exitCode = status ?? 1;
