import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { isAbsolute, join, relative, resolve, sep } from 'node:path';
import { parseArgs } from 'node:util';
import { describeChanges } from './output/output-directory.js';
import { driftOf, writeGenerated } from './output/write-generated.js';
import { readWsdl } from './read-wsdl.js';

/** Help of the command. */
const USAGE = `Usage: tsx scripts/generate.ts [options]

Generates types, codecs, service and stub from a WSDL 1.1 document with SOAP 1.1 RPC/encoded binding.

  --wsdl FILE          the document (default: wsdl/sms-service.wsdl of this repository)
  --out DIR            where the files go (default: generated/ of this repository, which belongs to its own
                       document: DIR is needed with a --wsdl that names another one, with --check too)
  --port NAME          the port to generate for, where several are bound to SOAP 1.1
  --runtime SPECIFIER  what the generated code imports its runtime from
                       (default: the relative path to src/soap/index.js, of generated/ src/soap/plain-runtime.js)
  --check              write nothing; print how DIR differs from what would be written
  --help               this text

One line on standard output says which files were written, or that all agree.

Exit code: 0 done, or nothing differs; 1 --check found a difference; 2 bad arguments, or a document that cannot
be read or uses what is not supported (FILE:LINE:COL: construct: why). With 2 nothing is written.
`;

/** The folders and streams that the command works with. */
export interface Surroundings {
  /** Directory that paths in the arguments are relative to. */
  readonly directory: string;
  /** Directory of the repository, which the defaults are relative to. */
  readonly repository: string;
  readonly stdout: (text: string) => void;
  readonly stderr: (text: string) => void;
}

/**
 * Runs the generator's command.
 *
 * @param parameters - the command line, without the program
 * @returns the exit code
 */
export function runCommand(parameters: readonly string[], surroundings: Surroundings): 0 | 1 | 2 {
  try {
    return generate(parameters, surroundings);
  } catch (error) {
    surroundings.stderr(`${error instanceof Error ? error.message : String(error)}\n`);
    return 2;
  }
}

function generate(parameters: readonly string[], surroundings: Surroundings): 0 | 1 {
  const { directory, repository, stdout, stderr } = surroundings;
  const { values } = parseArgs({
    args: [...parameters],
    options: {
      wsdl: { type: 'string' },
      out: { type: 'string' },
      port: { type: 'string' },
      runtime: { type: 'string' },
      check: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) {
    stdout(USAGE);
    return 0;
  }
  const ownWsdl = join(repository, 'wsdl/sms-service.wsdl');
  const ownOut = join(repository, 'generated');
  const given = values.wsdl === undefined ? ownWsdl : resolve(directory, values.wsdl);
  const wsdl = isSameFile(given, ownWsdl) ? ownWsdl : given;
  const out = values.out === undefined ? ownOut : resolve(directory, values.out);
  const runtimeFile = out === ownOut ? 'src/soap/plain-runtime.js' : 'src/soap/index.js';
  const runtime = values.runtime ?? specifierOf(out, join(repository, runtimeFile));
  if (/['\\\s]/.test(runtime)) throw new Error(`--runtime: "${runtime}" is no import specifier`);
  const displayName = (path: string): string => {
    const inside = relative(directory, path);
    return inside.startsWith('..') || isAbsolute(inside) ? path : inside;
  };
  if (wsdl !== ownWsdl && values.out === undefined) {
    throw new Error(
      `--wsdl ${values.wsdl}: give --out DIR too; ` +
        `without it the output is ${displayName(ownOut)}, which belongs to ${displayName(ownWsdl)}`,
    );
  }

  const { model, warnings } = readWsdl(wsdl, {
    readFile: readFileSync,
    displayName,
    port: values.port,
    // Programs may have imported any type that has ever been generated for the own service.
    allTypes: wsdl === ownWsdl,
    // Its client and the embedded gateway say themselves what is missing.
    strictness: wsdl === ownWsdl ? 'plain' : 'strict',
  });
  for (const warning of warnings) stderr(`${warning}\n`);
  const name = displayName(out) || '.';
  const folder = { path: out, name, runtime };
  if (values.check) {
    const drift = driftOf(model, folder);
    if (drift === '') {
      stdout(`${name}: agrees with ${displayName(wsdl)}\n`);
      return 0;
    }
    stdout(drift);
    stderr(`${name} is not what ${displayName(wsdl)} generates: run the generator (npm run generate)\n`);
    return 1;
  }
  stdout(`${describeChanges(name, displayName(wsdl), writeGenerated(model, folder))}\n`);
  return 0;
}

function isSameFile(path: string, other: string): boolean {
  if (path === other) return true;
  return existsSync(path) && existsSync(other) && realpathSync(path) === realpathSync(other);
}

function specifierOf(from: string, file: string): string {
  const path = relative(from, file).split(sep).join('/');
  return path.startsWith('.') ? path : `./${path}`;
}
