import { existsSync } from 'node:fs';
import { checkUrl } from '../../options/check.js';
import type { CallFate, ObservedCall } from '../../replay/functions.js';
import type { Output } from '../output/output.js';
import { counted, moment, printable } from '../output/text.js';
import type { Command, CommandOption } from '../running/command.js';
import { CommandError } from '../running/failure.js';
import { ADDRESS_OPTIONS, addressesOf, chosenInterface, chosenProfile, HTTP_URL_OPTION } from '../settings/account.js';
import { transportOf } from '../settings/client.js';
import { checkFolderOf, PRIVACY_OPTION, privacyOf, SERVER_OPTIONS, serve, serverOptionsOf } from './server.js';

const TRACK_OPTION: CommandOption = {
  flags: '--track <name>',
  text: 'the track of the cassette (default: the complete cassette)',
};

export const record: Command = {
  name: 'record',
  summary: 'forward calls to the gateway, print and record them; user names, passwords and tokens are not recorded',
  args: '<cassette>',
  options: [...SERVER_OPTIONS, TRACK_OPTION, PRIVACY_OPTION, ...ADDRESS_OPTIONS, HTTP_URL_OPTION],
  examples: ['sms-service record groups.har --port 8080 --url https://gateway.example/soap'],
  run: async (context) => {
    const { observedCassette, startRecordingProxy } = await import('./replay-parts.js');
    const { args, options, output } = context;
    const { profile } = chosenProfile(context);
    const [first] = addressesOf(profile, chosenInterface(context, profile));
    const to = checkUrl(first, 'url');
    const [httpUrl] = [profile.httpUrl ?? []].flat();
    const httpTo = httpUrl === undefined ? to : checkUrl(httpUrl, 'httpUrl');
    const server = serverOptionsOf(options);
    const name = options.text('--track');
    const transport = transportOf(profile);
    const calls = new CallLines(output);
    const settings = { mode: 'record', transport, privacy: privacyOf(options) } as const;
    const cassette = observedCassette(args[0] ?? '', settings, calls.add);
    try {
      checkFolderOf(cassette.file);
      const track = name === undefined ? undefined : cassette.track(name);
      const proxy = await startRecordingProxy({ to, httpTo, cassette: track ?? cassette, transport, ...server });
      const where = httpTo === to ? to : `${to}, over HTTP to ${httpTo}`;
      const code = await serve(context, proxy, [`forwarding calls to ${where}, recording into ${cassette.file}`]);
      await track?.close();
      await calls.sum();
      if (proxy.passedThrough > 0) {
        output.note(`${counted(proxy.passedThrough, 'request')} forwarded but not recorded: not calls of the service`);
      }
      return code;
    } finally {
      await cassette.close();
      await transport.close?.();
    }
  },
};

const FILE_URL = /^file:\/\//i;

export const replay: Command = {
  name: 'replay',
  summary: 'play a cassette on 127.0.0.1 for programs in any language, and print each call',
  args: '<cassette>',
  options: [
    ...SERVER_OPTIONS,
    TRACK_OPTION,
    { flags: '--locked', text: 'fail at the end if recordings were not requested' },
    { flags: '--repeat', text: 'repeat the last response of a call that is requested more often than recorded' },
    PRIVACY_OPTION,
  ],
  examples: ['sms-service replay groups.har --port 8080'],
  run: async (context) => {
    const { args, options, output } = context;
    const { observedCassette, startReplayServer } = await import('./replay-parts.js');
    const [file = ''] = args;
    if (!existsSync(FILE_URL.test(file) ? new URL(file) : file)) throw new CommandError(`${file} does not exist`);
    const name = options.text('--track');
    const calls = new CallLines(output);
    const settings = {
      mode: options.has('--locked') ? 'locked' : 'replay',
      afterLast: options.has('--repeat') ? 'repeat' : 'fail',
      privacy: privacyOf(options),
    } as const;
    const cassette = observedCassette(file, settings, calls.add);
    const track = name === undefined ? undefined : cassette.track(name);
    const server = await startReplayServer(track ?? cassette, serverOptionsOf(options));
    const code = await serve(context, server);
    await track?.close();
    await calls.sum();
    await cassette.close();
    return code;
  },
};

const FATES: Readonly<Record<CallFate, string>> = {
  played: 'played',
  missed: 'not in the cassette',
  recorded: 'recorded',
  unchanged: 'unchanged',
  failures: 'gateway unreachable: not recorded',
  refusals: 'credentials refused: not recorded',
};
const BAD_FATES: ReadonlySet<CallFate> = new Set(['missed', 'failures', 'refusals']);

class CallLines {
  readonly #output: Output;
  readonly #counts = new Map<CallFate, number>();

  constructor(output: Output) {
    this.#output = output;
  }

  readonly add = ({ operation, fate }: ObservedCall): void => {
    this.#counts.set(fate, (this.#counts.get(fate) ?? 0) + 1);
    const at = new Date();
    const result = this.#output.styled(BAD_FATES.has(fate) ? 'bad' : 'good', FATES[fate]);
    const time = this.#output.styled('faint', moment(at));
    void this.#output.result({ at, operation, fate }, () => `${time}  ${printable(operation)}  ${result}`);
  };

  async sum(): Promise<void> {
    const calls = [...this.#counts.values()].reduce((sum, count) => sum + count, 0);
    const parts = [...this.#counts].map(([fate, count]) => `${count} ${FATES[fate]}`);
    await this.#output.result({ calls, ...Object.fromEntries(this.#counts) }, () =>
      [counted(calls, 'call'), ...(calls === 0 ? [] : [parts.join(', ')])].join(': '),
    );
  }
}
