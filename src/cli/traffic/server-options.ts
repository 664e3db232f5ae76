import type { CommandOption } from '../running/command.js';
import type { Options } from '../running/command-options.js';

/** The option for the port. */
export const PORT_OPTION: CommandOption = { flags: '--port <port>', text: 'default: a free one' };

/** The options of every command that starts a server. */
export const SERVER_OPTIONS: readonly CommandOption[] = [
  PORT_OPTION,
  {
    flags: '--allowed-hosts <names>',
    text: 'further names of this machine, with commas between them; a request for another host is refused',
  },
];

/** Reads {@link SERVER_OPTIONS}. */
export function serverOptionsOf(options: Options): {
  readonly port: number | undefined;
  readonly allowedHosts: readonly string[] | undefined;
} {
  return { port: options.whole('--port'), allowedHosts: options.list('--allowed-hosts') };
}
