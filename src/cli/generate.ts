import { ValidationError } from '../errors/errors.js';
import { loadPeer } from '../options/load-peer.js';
import { printable } from './output/text.js';
import type { Command, CommandOption } from './running/command.js';
import { CommandError, EXIT, refuse } from './running/failure.js';

const MAP_OPTION: CommandOption = {
  flags: '--map <url=file>',
  text: 'read a file instead of the document that the WSDL imports from this URL; can be repeated',
  several: true,
};

/** The packages that read a WSDL and print TypeScript. The generated code does not need them. */
const PEERS = [
  { name: 'ts-morph', oldest: '28', neededBy: 'sms-service generate' },
  { name: 'fast-xml-parser', oldest: '5', neededBy: 'sms-service generate' },
] as const;

export const generate: Command = {
  name: 'generate',
  summary: 'write types, codecs and a stub for the service of any WSDL (SOAP 1.1, RPC/encoded)',
  options: [
    { flags: '--wsdl <location>', text: 'the WSDL: a file or an HTTP URL' },
    { flags: '--out <folder>', text: 'the folder to write' },
    { flags: '--port <name>', text: 'the port, if the WSDL has several for SOAP 1.1' },
    { flags: '--operations <names>', text: 'only these operations, separated by commas, and the types they need' },
    MAP_OPTION,
    {
      flags: '--lenient',
      text: 'make every field optional, for servers that omit required fields or send them as nil',
    },
    { flags: '--check', text: 'write nothing; compare the folder with the generated files' },
  ],
  examples: [
    'sms-service generate --wsdl http://localhost/calculator?wsdl --out src/calculator',
    'sms-service generate --wsdl shop.wsdl --out src/shop --operations login,getOrders',
    'sms-service generate --wsdl shop.wsdl --out src/shop --check',
  ],
  run: async ({ options, output, interruption }) => {
    const wsdl = options.required('--wsdl');
    const out = options.required('--out');
    const documents = new Map(options.all('--map').map(mapped));
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
        isCheck: options.has('--check'),
        signal: interruption.signal,
        shown: printable,
      })
      .catch((error: unknown) => {
        // The messages of the generator name file, line and column, or the URL.
        const isOwn = error instanceof Error && ['Refusal', 'Error'].includes(error.name);
        throw isOwn ? new CommandError(printable(error.message)) : error;
      });
    for (const warning of generated.warnings) output.note(printable(warning));
    const { differences, summary } = generated;
    await output.result(generated, () => [...differences, summary].join('\n'));
    return differences.length === 0 ? EXIT.done : EXIT.differences;
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

function mapped(mapping: string): readonly [string, string] {
  const at = mapping.lastIndexOf('=');
  return at > 0 ? [mapping.slice(0, at), mapping.slice(at + 1)] : refuse('--map', 'must have the form URL=FILE');
}
