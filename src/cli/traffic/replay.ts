import type { Command } from '../running/command.js';
import { existingCassette } from './existing-cassette.js';
import { PRIVACY_OPTION, privacyOf } from './privacy.js';
import { serve } from './serve.js';
import { SERVER_OPTIONS, serverOptionsOf, TRACK_OPTION } from './server-options.js';
import { ToldCalls } from './told-calls.js';

/** Plays a cassette. */
export const replay: Command = {
  name: 'replay',
  summary: 'play a cassette on 127.0.0.1, for programs in any language, and tell each call',
  args: '<cassette>',
  options: [
    ...SERVER_OPTIONS,
    TRACK_OPTION,
    { flags: '--locked', text: 'fail at the end when there are recordings that nobody asked for' },
    { flags: '--repeat', text: 'give the last response again to what is asked more often than it was recorded' },
    PRIVACY_OPTION,
  ],
  examples: ['sms-service replay groups.har --port 8080'],
  run: async (context) => {
    const { args, options, output } = context;
    const { observedCassette, startReplayServer } = await import('../cassette/of-replay.js');
    const asked = serverOptionsOf(options);
    const calls = new ToldCalls(output);
    const settings = {
      mode: options.has('--locked') ? 'locked' : 'replay',
      afterLast: options.has('--repeat') ? 'repeat' : 'fail',
      privacy: privacyOf(options),
    } as const;
    const tape = observedCassette(existingCassette(args[0] ?? ''), settings, calls.tell);
    const server = await startReplayServer(tape, { ...asked, track: options.text('--track') });
    const code = await serve(context, server);
    await calls.sum();
    await tape.close();
    return code;
  },
};
