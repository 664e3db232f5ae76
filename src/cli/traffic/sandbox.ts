import type { SandboxAccount } from '../../sandbox/index.js';
import type { Command } from '../running/command.js';
import { CommandError } from '../running/failure.js';
import { isStandardInput, textIn } from '../running/standard-streams.js';
import { SERVER_OPTIONS, serve, serverOptionsOf } from './server.js';

const DEMO: SandboxAccount = { username: 'demo', password: 'demo-password', tokens: ['demo-token'], points: 100 };

export const sandbox: Command = {
  name: 'sandbox',
  summary: 'start the embedded gateway on 127.0.0.1; it stores nothing',
  options: [
    ...SERVER_OPTIONS,
    {
      flags: '--accounts <file>',
      text: 'a JSON list of accounts; - is the standard input (default: demo / demo-password, demo-token, 100 points)',
      standard: true,
    },
    { flags: '--callbacks <url>', text: 'the URL that receives the callbacks of all accounts' },
  ],
  examples: [
    'sms-service sandbox --port 8080',
    'sms-service sandbox --callbacks http://127.0.0.1:3000/sms',
    'sms-service sandbox --accounts accounts.json --json',
  ],
  run: async (context) => {
    const { startSandbox } = await import('../../sandbox/index.js');
    const { options, input } = context;
    const file = options.text('--accounts');
    const addresses = options.text('--callbacks');
    const running = await startSandbox({
      ...serverOptionsOf(options),
      callbacks: { addresses },
      accounts: file === undefined ? [DEMO] : accountsIn(file, await textIn('--accounts', file, input)),
    });
    const account = 'account demo, password demo-password, token demo-token, 100 points';
    return serve(context, running, file === undefined ? [account] : []);
  },
};

function accountsIn(file: string, text: string): readonly SandboxAccount[] {
  try {
    return JSON.parse(text) as readonly SandboxAccount[];
  } catch {
    // The message of the parser quotes the file, which contains passwords.
    throw new CommandError(`${isStandardInput(file) ? 'the standard input' : file} is not valid JSON`);
  }
}
