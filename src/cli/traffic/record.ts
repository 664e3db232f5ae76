import { checkUrl } from '../../options/check.js';
import { counted } from '../output/text.js';
import type { Command } from '../running/command.js';
import { addressesOf, chosenInterface, chosenProfile } from '../settings/account.js';
import { ADDRESS_OPTIONS, HTTP_URL_OPTION } from '../settings/account-options.js';
import { transportOf } from '../settings/client.js';
import { PRIVACY_OPTION, privacyOf } from './privacy.js';
import { serve } from './serve.js';
import { SERVER_OPTIONS, serverOptionsOf, TRACK_OPTION } from './server-options.js';
import { ToldCalls } from './told-calls.js';
import { checkFolderOf } from './writable-folder.js';

/** Records the calls of other programs. */
export const record: Command = {
  name: 'record',
  summary: 'hand calls on to the gateway, record and tell them; user names, passwords and tokens are not recorded',
  args: '<cassette>',
  options: [...SERVER_OPTIONS, TRACK_OPTION, PRIVACY_OPTION, ...ADDRESS_OPTIONS, HTTP_URL_OPTION],
  examples: ['sms-service record groups.har --port 8080 --url https://gateway.example/soap'],
  run: async (context) => {
    const { observedCassette, startRecordingProxy } = await import('../cassette/of-replay.js');
    const { args, options, output } = context;
    const { profile } = chosenProfile(context);
    const [first] = addressesOf(profile, chosenInterface(context, profile));
    const to = checkUrl(first, 'url');
    const [below] = [profile.httpUrl ?? []].flat();
    const httpTo = below === undefined ? to : checkUrl(below, 'httpUrl');
    const server = serverOptionsOf(options);
    const track = options.text('--track');
    const transport = transportOf(profile);
    const calls = new ToldCalls(output);
    const settings = { mode: 'record', transport, privacy: privacyOf(options) } as const;
    const tape = observedCassette(args[0] ?? '', settings, calls.tell);
    try {
      checkFolderOf(tape.file);
      const proxy = await startRecordingProxy({ to, httpTo, cassette: tape, track, transport, ...server });
      const where = httpTo === to ? to : `${to}, over HTTP to ${httpTo}`;
      const code = await serve(context, proxy, [`handing calls on to ${where}, recording into ${tape.file}`]);
      await calls.sum();
      if (proxy.passedThrough > 0) {
        const requests = `${counted(proxy.passedThrough, 'request')} ${proxy.passedThrough === 1 ? 'was' : 'were'}`;
        output.note(`${requests} handed on and not recorded: no call of the service`);
      }
      return code;
    } finally {
      await tape.close();
      await transport.close?.();
    }
  },
};
