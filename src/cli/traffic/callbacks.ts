import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { CallbackNotice, CallbackRecorder, QuerySecret } from '../../callbacks/index.js';
import { checkWhole } from '../../options/check.js';
import type { Output } from '../output/output.js';
import { counted, moment, printable } from '../output/text.js';
import type { Command, Context } from '../running/command.js';
import { refuse } from '../running/command-options.js';
import { EXIT } from '../running/exit-codes.js';
import { CommandError } from '../running/failure.js';
import { filled } from '../settings/secret.js';
import { PRIVACY_OPTION, privacyOf } from './privacy.js';
import { PORT_OPTION } from './server-options.js';
import { checkFolderOf } from './writable-folder.js';

const ADDRESS = '127.0.0.1';
const MAX_PORT = 65_535;

/** The time that a callback in hand has when the command is ended: its sender may have stopped in the middle. */
const LAST_MS = 1000;

/** Shows what the gateway calls an address with. */
export const callbacks: Command = {
  name: 'callbacks',
  summary: 'print the callbacks that arrive on 127.0.0.1, and answer them with OK; numbers and texts are covered',
  options: [
    PORT_OPTION,
    { flags: '--show-private', text: 'show telephone numbers in full, texts, and fields that are not known' },
    {
      flags: '--secret-env <variable>',
      text: "the variable of the environment that holds the secret of the address's query; others are refused",
    },
    { flags: '--secret-parameter <name>', text: 'its parameter there (default: key)' },
    { flags: '--record <cassette>', text: 'add the callbacks to this cassette' },
    PRIVACY_OPTION,
  ],
  examples: [
    'sms-service callbacks --port 3000',
    'CALLBACK_SECRET=… sms-service callbacks --port 3000 --secret-env CALLBACK_SECRET --show-private',
    'sms-service callbacks --record replies.har --privacy numbers,texts --json',
  ],
  run: async (context) => {
    const { callbackHandler } = await import('../../callbacks/index.js');
    const { lineOf, shownEvent } = await import('./shown-event.js');
    const { options, output, interruption } = context;
    const isPrivateShown = options.has('--show-private');
    const port = checkWhole(options.whole('--port') ?? 0, '--port', 0, MAX_PORT);
    const secret = secretOf(context);
    const handler = callbackHandler({
      secret,
      recorder: await recorderOf(context),
      onEvent: async (event) => {
        const shown = shownEvent(event, isPrivateShown);
        await told(output, { what: 'event', event: shown }, lineOf(shown));
      },
      observe: (notice) => tellOf(notice, output),
      onError: ({ error }) => output.note(error instanceof Error ? error.message : typeof error),
    });
    const server = createServer((request, response) => void handler.node(request, response));
    server.listen(port, ADDRESS);
    await once(server, 'listening');
    const origin = `http://${ADDRESS}:${(server.address() as AddressInfo).port}/`;
    await output.result({ url: origin, port: (server.address() as AddressInfo).port }, () =>
      [
        `listening on ${output.styled('strong', origin)}, on every path${secret === undefined ? '' : `, with the secret in ${printable(secret.query)}`}`,
        'Ctrl-C ends it',
      ].join('\n'),
    );
    if (secret === undefined)
      output.note('whoever can reach this address can call it: --secret-env lets in who knows a secret');
    await interruption.asked();
    await handler.close({ timeoutMs: LAST_MS });
    const closed = once(server, 'close');
    server.close();
    server.closeAllConnections();
    await closed;
    // To end it is what it waits for.
    return EXIT.done;
  },
};

function secretOf({ options, environment }: Context): QuerySecret | undefined {
  const variable = options.text('--secret-env');
  const parameter = options.text('--secret-parameter');
  if (variable === undefined) {
    return parameter === undefined ? undefined : refuse('--secret-parameter', 'is of no use without --secret-env');
  }
  const value = filled(environment[variable]);
  if (value === undefined) {
    throw new CommandError(`there is no secret: it is looked for in ${printable(variable)}`, EXIT.credentials);
  }
  return { query: parameter ?? 'key', value };
}

async function recorderOf({ options, environment }: Context): Promise<CallbackRecorder | undefined> {
  const file = options.text('--record');
  if (file === undefined) {
    return options.text('--privacy') === undefined ? undefined : refuse('--privacy', 'is of no use without --record');
  }
  checkFolderOf(file);
  const { callbackRecorder } = await import('../cassette/of-replay.js');
  return callbackRecorder(file, { mode: 'add', privacy: privacyOf(options) }, environment);
}

/** What the reasons of a handler say to a person; others are words already. */
const REASONS: Readonly<Record<string, string>> = {
  secret: 'the secret is missing or wrong',
  method: 'neither GET nor POST',
  time: 'it did not arrive in time',
  recorder: 'it could not be recorded',
};

/** Tells what became of a request, where that is no event. */
function tellOf(notice: CallbackNotice, output: Output): void {
  if (notice.type !== 'answered') return;
  const { status, kind, doubles, reason = '' } = notice;
  if (status === 200) {
    if (kind === 'probe') void told(output, { what: 'probe' }, 'the address was checked');
    else if (doubles > 0)
      void told(output, { what: 'repeated', kind, doubles }, `${kind}  came again: ${counted(doubles, 'event')}`);
    return;
  }
  const what = status === 400 ? 'does not fit' : status < 500 ? 'refused' : 'not handled';
  const why = Object.hasOwn(REASONS, reason) ? REASONS[reason] : reason;
  void told(output, { what, status, kind, reason }, `${what}, answered with ${status}: ${printable(why ?? '')}`);
}

/** Tells of something that has come now: one line. */
async function told(output: Output, value: object, text: string): Promise<void> {
  const at = new Date();
  await output.result({ at, ...value }, () => `${output.styled('faint', moment(at))}  ${text}`);
}
