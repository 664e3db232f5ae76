import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { CallbackNotice, CallbackRecorder, QuerySecret } from '../../callbacks/index.js';
import { checkWhole } from '../../options/check.js';
import type { Output } from '../output/output.js';
import { counted, moment, printable } from '../output/text.js';
import type { Command, Context } from '../running/command.js';
import { CommandError, EXIT, refuse } from '../running/failure.js';
import { nonEmpty } from '../settings/secret.js';
import { checkFolderOf, PORT_OPTION, PRIVACY_OPTION, privacyOf } from './server.js';

const ADDRESS = '127.0.0.1';
const MAX_PORT = 65_535;

const LAST_MS = 1000;

export const callbacks: Command = {
  name: 'callbacks',
  summary: 'print the callbacks that arrive on 127.0.0.1, and respond with OK; numbers and texts are hidden',
  options: [
    PORT_OPTION,
    { flags: '--show-private', text: 'print complete telephone numbers, texts and unknown fields' },
    {
      flags: '--secret-env <variable>',
      text: 'the environment variable with the secret `key` in the query of the URL; other requests are refused',
    },
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
        await printNow(output, { what: 'event', event: shown }, lineOf(shown));
      },
      observe: (notice) => printNotice(notice, output),
      onError: ({ error }) => output.note(error instanceof Error ? error.message : typeof error),
    });
    const server = createServer((request, response) => void handler.node(request, response));
    server.listen(port, ADDRESS);
    await once(server, 'listening');
    const origin = `http://${ADDRESS}:${(server.address() as AddressInfo).port}/`;
    await output.result({ url: origin, port: (server.address() as AddressInfo).port }, () =>
      [
        `listening on ${output.styled('strong', origin)}, on every path${secret === undefined ? '' : `, with the secret in ${printable(secret.query)}`}`,
        'Press Ctrl-C to stop.',
      ].join('\n'),
    );
    if (secret === undefined)
      output.note('every program that reaches this address can call it. Protect it with --secret-env');
    await interruption.wait();
    await handler.close({ timeoutMs: LAST_MS });
    const closed = once(server, 'close');
    server.close();
    server.closeAllConnections();
    await closed;
    return EXIT.done;
  },
};

function secretOf({ options, environment }: Context): QuerySecret | undefined {
  const variable = options.text('--secret-env');
  if (variable === undefined) return undefined;
  const value = nonEmpty(environment[variable]);
  if (value !== undefined) return { query: 'key', value };
  throw new CommandError(`no secret. Set ${printable(variable)}`, EXIT.credentials);
}

async function recorderOf({ options, environment }: Context): Promise<CallbackRecorder | undefined> {
  const file = options.text('--record');
  if (file === undefined) {
    return options.text('--privacy') === undefined ? undefined : refuse('--privacy', 'requires --record');
  }
  checkFolderOf(file);
  const { callbackRecorder } = await import('./replay-parts.js');
  return callbackRecorder(file, { mode: 'add', privacy: privacyOf(options) }, environment);
}

const REASONS: Readonly<Record<string, string>> = {
  secret: 'the secret is missing or wrong',
  method: 'neither GET nor POST',
  time: 'did not arrive in time',
  recorder: 'could not be recorded',
};

function printNotice(notice: CallbackNotice, output: Output): void {
  if (notice.type !== 'answered') return;
  const { status, kind, doubles, reason = '' } = notice;
  if (status === 200) {
    if (kind === 'probe') void printNow(output, { what: 'probe' }, 'the address was checked');
    else if (doubles > 0)
      void printNow(output, { what: 'repeated', kind, doubles }, `${kind}  repeated: ${counted(doubles, 'event')}`);
    return;
  }
  const what = status === 400 ? 'invalid' : status < 500 ? 'refused' : 'failed';
  const why = Object.hasOwn(REASONS, reason) ? REASONS[reason] : reason;
  void printNow(output, { what, status, kind, reason }, `${what}, response ${status}: ${printable(why ?? '')}`);
}

async function printNow(output: Output, value: object, text: string): Promise<void> {
  const at = new Date();
  await output.result({ at, ...value }, () => `${output.styled('faint', moment(at))}  ${text}`);
}
