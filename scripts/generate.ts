import { fileURLToPath } from 'node:url';
import { runCommand } from '../src/codegen/command-line.js';

process.exitCode = runCommand(process.argv.slice(2), {
  directory: process.cwd(),
  repository: fileURLToPath(new URL('..', import.meta.url)),
  stdout: (text) => process.stdout.write(text),
  stderr: (text) => process.stderr.write(text),
});
