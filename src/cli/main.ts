#!/usr/bin/env node
import { systemCode } from '../errors/system-code.js';
import { ended, runCommandLine } from './program.js';
import { EXIT } from './running/exit-codes.js';
import { CommandError } from './running/failure.js';

const words = process.argv.slice(2);

// Whoever reads what is printed may have had enough of it: head, less.
process.stdout.on('error', (error: Error) => {
  const code = systemCode(error) ?? error.name;
  if (code === 'EPIPE') process.exit();
  // Not the code that asks to be run again: what was to be sent may have been sent.
  const what = `the result cannot be written (${code}); what was asked for may have been done`;
  process.exit(ended(new CommandError(what, EXIT.differences), words.includes('--json')));
});
// What cannot be told there is told by the exit code.
process.stderr.on('error', () => undefined);

process.exitCode = await runCommandLine(words, process.env);
