import { existsSync } from 'node:fs';
import { cassette, startReplayServer } from '../../replay/index.js';
import type { Command } from '../running/command.js';
import { CommandError } from '../running/failure.js';
import { PRIVACY_OPTION, privacyOf } from './privacy.js';
import { serve } from './serve.js';

/** Plays a cassette. */
export const replay: Command = {
  name: 'replay',
  summary: 'play a cassette on 127.0.0.1, for programs in any language',
  args: '<cassette>',
  options: [
    { flags: '--port <port>', text: 'default: a free one' },
    { flags: '--locked', text: 'fail at the end when there are recordings that nobody asked for' },
    { flags: '--repeat', text: 'give the last response again to what is asked more often than it was recorded' },
    PRIVACY_OPTION,
  ],
  examples: ['sms-service replay groups.har --port 8080'],
  run: async (context) => {
    const { args, options } = context;
    const port = options.whole('--port');
    const [file = ''] = args;
    if (!existsSync(file)) throw new CommandError(`the cassette does not exist: ${file}`);
    const tape = cassette(file, {
      mode: options.has('--locked') ? 'locked' : 'replay',
      afterLast: options.has('--repeat') ? 'repeat' : 'fail',
      privacy: privacyOf(options),
    });
    const server = await startReplayServer(tape, { port });
    const code = await serve(context, server);
    await tape.close?.();
    return code;
  },
};
