import { ValidationError } from '../errors/errors.js';
import { loadPeer } from '../options/load-peer.js';
import { printable } from './output/text.js';
import type { Command, CommandOption } from './running/command.js';
import { refuse } from './running/command-options.js';
import { EXIT } from './running/exit-codes.js';
import { CommandError } from './running/failure.js';

const SKELETONS = ['client', 'server', 'mock'] as const;

const MAP_OPTION: CommandOption = {
  flags: '--map <url=file>',
  text: 'read this file in place of a document that the WSDL imports from that address; several times for several',
  several: true,
};

/** The packages that read a WSDL and print TypeScript: not needed to use what they have made. */
const PEERS = [
  { name: 'ts-morph', oldest: '28', neededBy: 'sms-service generate' },
  { name: 'fast-xml-parser', oldest: '5', neededBy: 'sms-service generate' },
] as const;

/** Makes TypeScript of a WSDL. */
export const generate: Command = {
  name: 'generate',
  summary: 'write types, codecs and a stub for the service of a WSDL (SOAP 1.1, RPC/encoded), of whatever maker',
  options: [
    { flags: '--wsdl <location>', text: 'the WSDL: a file, or an address of HTTP' },
    { flags: '--out <folder>', text: 'where the files go' },
    { flags: '--port <name>', text: 'the port to generate for, where several speak SOAP 1.1' },
    { flags: '--operations <names>', text: 'these operations alone, with commas between, and what they need' },
    MAP_OPTION,
    {
      flags: '--lenient',
      text: 'take every field for optional: for servers that leave out, or give as nil, what they must not',
    },
    {
      flags: '--with <parts>',
      text: 'client, server, mock, with commas between: beginnings of code of your own, written where they are not there yet',
      values: SKELETONS,
    },
    { flags: '--check', text: 'write nothing; print how the folder differs from what would be written' },
  ],
  examples: [
    'sms-service generate --wsdl http://localhost/calculator?wsdl --out src/calculator',
    'sms-service generate --wsdl shop.wsdl --out src/shop --operations login,getOrders --with client',
    'sms-service generate --wsdl shop.wsdl --out src/shop --check',
  ],
  run: async ({ options, output, interruption }) => {
    const wsdl = options.required('--wsdl');
    const out = options.required('--out');
    const documents = new Map(options.all('--map').map(mapped));
    const skeletons = options.someOf('--with', SKELETONS);
    loadPeers();
    const codegen = await import('../codegen/generate.js');
    const generated = await codegen
      .generate({
        wsdl,
        out,
        directory: process.cwd(),
        runtime: 'sms-service-client/soap',
        port: options.text('--port'),
        operations: options.list('--operations'),
        documents,
        isLenient: options.has('--lenient'),
        skeletons,
        isCheck: options.has('--check'),
        signal: interruption.signal,
        shown: printable,
      })
      .catch((error: unknown) => {
        // Its own messages are for the person who runs it: they name file, line and column, or the address.
        const isOwn = error instanceof Error && ['Refusal', 'Error'].includes(error.name);
        throw isOwn ? new CommandError(printable(error.message)) : error;
      });
    for (const warning of generated.warnings) output.note(printable(warning));
    for (const file of generated.kept) output.note(`${file} is there already, and is left as it is`);
    const { drift, summary } = generated;
    await output.result(generated, () => `${drift}${summary}`);
    return drift === '' ? EXIT.done : EXIT.differences;
  },
};

function loadPeers(): void {
  try {
    for (const peer of PEERS) loadPeer(peer);
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    const names = PEERS.map(({ name }) => name).join(' ');
    throw new CommandError(error.message, EXIT.usage, `npm install --save-dev ${names}`);
  }
}

function mapped(given: string): readonly [string, string] {
  const at = given.lastIndexOf('=');
  return at > 0 ? [given.slice(0, at), given.slice(at + 1)] : refuse('--map', 'is not URL=FILE');
}
