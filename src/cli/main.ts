#!/usr/bin/env node
import { runCommandLine } from './program.js';

// Whoever reads what is printed may have had enough of it: head, less.
process.stdout.on('error', (error: Error) => {
  if (!('code' in error) || error.code !== 'EPIPE') throw error;
  process.exit();
});

process.exitCode = await runCommandLine(process.argv.slice(2), process.env);
