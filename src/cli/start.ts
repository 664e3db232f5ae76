import { setImmediate as turn } from 'node:timers/promises';
import { LogFile } from './output/log-file.js';
import { Output } from './output/output.js';
import { reportFailure, runCommandLine } from './program.js';
import { EXIT } from './running/exit-codes.js';
import { CommandError } from './running/failure.js';
import type { Interruption } from './running/interruption.js';
import { saysJson } from './running/saying-options.js';
import { StandardOutput } from './running/standard-output.js';

/** Runs the command that the process was started with. */
export async function start(interruption: Interruption): Promise<void> {
  const words = process.argv.slice(2);
  const isJson = saysJson(words);
  const log = new LogFile();
  const standardOutput = new StandardOutput((message) =>
    reportFailure(new CommandError(message, EXIT.differences), isJson, log),
  );
  // An error that nobody has thought of is told as all others are, and is no difference between two sides.
  process.on('uncaughtException', (error) => process.exit(reportFailure(error, isJson, log)));
  // Node.js prints the words of a warning as they are, also those from outside. If it prints none, nor does this.
  if (process.listenerCount('warning') > 0) {
    process.removeAllListeners('warning');
    process.on('warning', ({ name, message }) => new Output({ isJson, log }).note(`${name}: ${message}`));
  }
  // A signal that came while all this was loaded is heard when the event loop has looked for it.
  for (let time = 0; time < 2; time++) await turn();
  const found = await runCommandLine(words, process.env, interruption, standardOutput, log);
  process.exitCode = standardOutput.exitCode(found);
}
