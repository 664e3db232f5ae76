import { accessSync, constants, mkdirSync } from 'node:fs';
import path from 'node:path';
import type { CassettePrivacy } from '../../replay/index.js';
import type { RunningSandbox } from '../../sandbox/index.js';
import { printable } from '../output/text.js';
import type { CommandOption, Context, Options } from '../running/command.js';
import { EXIT, type ExitCode } from '../running/failure.js';

export const PORT_OPTION: CommandOption = { flags: '--port <port>', text: 'the port (default: a free one)' };

export const SERVER_OPTIONS: readonly CommandOption[] = [
  PORT_OPTION,
  { flags: '--allowed-hosts <names>', text: 'further host names of this machine, separated by commas' },
];

export function serverOptionsOf(options: Options): {
  readonly port: number | undefined;
  readonly allowedHosts: readonly string[] | undefined;
} {
  return { port: options.whole('--port'), allowedHosts: options.list('--allowed-hosts') };
}

type Server = Pick<RunningSandbox, 'url' | 'wsdlUrl' | 'httpUrl' | 'port' | 'close'>;

export async function serve(
  { output, interruption }: Context,
  server: Server,
  lines: readonly string[] = [],
): Promise<ExitCode> {
  const { url, wsdlUrl, httpUrl, port } = server;
  const [soap, http] = [url, httpUrl].map((address) => output.styled('strong', address));
  await output.result({ url, wsdlUrl, httpUrl, port }, () =>
    [`listening on ${soap}`, `and over HTTP on ${http}`, ...lines.map(printable), 'Press Ctrl-C to stop.'].join('\n'),
  );
  await interruption.wait();
  await server.close();
  return EXIT.done;
}

const PRIVACY_KINDS = ['numbers', 'names', 'texts'] as const;

export const PRIVACY_OPTION: CommandOption = {
  flags: '--privacy <kinds>',
  text: `data to replace by pseudonyms: ${PRIVACY_KINDS.join(',')}; SMS_SERVICE_CASSETTE_KEY contains their key`,
};

export function privacyOf(options: Options): CassettePrivacy {
  return Object.fromEntries(options.someOf('--privacy', PRIVACY_KINDS).map((kind) => [kind, true]));
}

/** Creates the folder of a file, and checks that it is writable: later errors would reach other programs only. */
export function checkFolderOf(file: string): void {
  const folder = path.dirname(file);
  mkdirSync(folder, { recursive: true });
  accessSync(folder, constants.W_OK);
}
