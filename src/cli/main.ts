#!/usr/bin/env node
import { runCommandLine } from './program.js';
import { EXIT } from './running/exit-codes.js';

// Whoever reads what is printed may have had enough of it: head, less.
process.stdout.on('error', (error: Error) => {
  const code = 'code' in error ? String(error.code) : error.name;
  if (code === 'EPIPE') process.exit();
  process.stderr.write(`sms-service: the result cannot be written (${code})\n`);
  process.exit(EXIT.transient);
});

process.exitCode = await runCommandLine(process.argv.slice(2), process.env);
