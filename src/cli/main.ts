#!/usr/bin/env node
import { ended, runCommandLine } from './program.js';

const words = process.argv.slice(2);

// Whoever reads what is printed may have had enough of it: head, less.
process.stdout.on('error', (error: Error) => {
  if ('code' in error && error.code === 'EPIPE') process.exit();
  process.exit(ended(error, words.includes('--json')));
});
// What cannot be told there is told by the exit code.
process.stderr.on('error', () => undefined);

process.exitCode = await runCommandLine(words, process.env);
