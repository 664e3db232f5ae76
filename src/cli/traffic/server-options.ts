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

/** The option for the track of what is played or recorded. */
export const TRACK_OPTION: CommandOption = {
  flags: '--track <name>',
  text: 'the track of the cassette, as a test names it; without it all of the cassette',
};

/** Reads {@link SERVER_OPTIONS}. */
export function serverOptionsOf(options: Options): {
  readonly port: number | undefined;
  readonly allowedHosts: readonly string[] | undefined;
} {
  return { port: options.whole('--port'), allowedHosts: options.list('--allowed-hosts') };
}
