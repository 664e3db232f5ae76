import { readFileSync } from 'node:fs';
import { type SandboxAccount, startSandbox } from '../../sandbox/index.js';
import type { Command } from '../running/command.js';
import { CommandError } from '../running/failure.js';
import { existingCassette } from './existing-cassette.js';
import { serve } from './serve.js';

/** The embedded gateway. */
export const sandbox: Command = {
  name: 'sandbox',
  summary: 'start the embedded gateway on 127.0.0.1; all that it has is gone when it ends',
  options: [
    { flags: '--port <port>', text: 'default: a free one' },
    { flags: '--accounts <file>', text: 'a JSON list of accounts (default: demo / demo-password, 100 points)' },
    { flags: '--cassette <file>', text: 'the state that this recording shows' },
  ],
  examples: ['sms-service sandbox --port 8080', 'sms-service sandbox --accounts accounts.json --json'],
  run: async (context) => {
    const { options } = context;
    const file = options.text('--accounts');
    const recorded = options.text('--cassette');
    const running = await startSandbox({
      port: options.whole('--port'),
      from: recorded === undefined ? undefined : existingCassette(recorded),
      ...(file === undefined ? {} : { accounts: accountsIn(file) }),
    });
    const points = recorded === undefined ? ', 100 points' : '';
    const account = file === undefined ? [`account demo, password demo-password${points}`] : [];
    return serve(context, running, [...account, ...running.notRecorded.map((what) => `not recorded: ${what}`)]);
  },
};

function accountsIn(file: string): readonly SandboxAccount[] {
  const text = readFileSync(file, 'utf8');
  try {
    return JSON.parse(text) as readonly SandboxAccount[];
  } catch {
    // Not the parser's words: they quote the file, which has passwords.
    throw new CommandError(`${file} is no JSON`);
  }
}
