import { setImmediate as turn } from 'node:timers/promises';
import { Output } from './output/output.js';
import { isJsonRequested, reportFailure, runCommandLine } from './program.js';
import { CommandError, EXIT } from './running/failure.js';
import type { Interruption } from './running/interruption.js';
import { StandardOutput } from './running/standard-streams.js';

export async function start(interruption: Interruption): Promise<void> {
  const words = process.argv.slice(2);
  const isJson = isJsonRequested(words);
  const standardOutput = new StandardOutput((message) =>
    reportFailure(new CommandError(message, EXIT.differences), isJson),
  );
  process.on('uncaughtException', (error) => process.exit(reportFailure(error, isJson)));
  // Node.js prints warnings unescaped. Without its listener (NODE_NO_WARNINGS) none are printed.
  if (process.listenerCount('warning') > 0) {
    process.removeAllListeners('warning');
    process.on('warning', ({ name, message }) => new Output({ isJson }).note(`${name}: ${message}`));
  }
  // Signals that arrived while modules were loaded are delivered by the event loop.
  for (let time = 0; time < 2; time++) await turn();
  const found = await runCommandLine(words, process.env, interruption, standardOutput);
  process.exitCode = standardOutput.exitCode(found);
}
