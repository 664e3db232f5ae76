import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import type { ServiceModel } from '../../../src/codegen/model/model.js';
import { generateFiles } from '../../../src/codegen/output.js';
import { readWsdl } from '../../../src/codegen/read-wsdl.js';
import { ROOT } from '../../support/run.js';
import { folderOf, PACKAGES } from './packages/packages.js';
import ports from './packages/ports.json' with { type: 'json' };

/** The ports of the documents that have several for SOAP 1.1. */
const PORTS: Readonly<Record<string, readonly string[]>> = ports;

/** A WSDL of the corpus. */
export interface Listed {
  /** The package and the path in it, as in the tables of failures. */
  readonly name: string;
  readonly path: string;
  /** The port, if there are several. */
  readonly port?: string;
  /** Number of calls of each operation. Default: `CORPUS_RUNS`. */
  readonly runs?: number;
}

/** A WSDL with its generated code. */
export interface Generated extends Listed {
  readonly model: ServiceModel;
  /** Constructs that were skipped or approximated. */
  readonly warnings: readonly string[];
  /** The folder of the code. */
  readonly folder: string;
}

/** The WSDL of the gateway. */
const OWN: Listed = { name: 'sms-service', path: join(ROOT, 'wsdl/sms-service.wsdl'), runs: 100 };

/** The WSDL of the gateway and those of the packages. A WSDL with several ports has one entry for each port. */
export function listed(): Listed[] {
  const foreign = PACKAGES.flatMap((each) =>
    Object.keys(each.documents).flatMap((path): Listed[] => {
      const name = `${each.name}/${path}`;
      const whole = { name, path: join(folderOf(each), path) };
      const ports = PORTS[name];
      return ports === undefined ? [whole] : ports.map((port) => ({ ...whole, name: `${name}#${port}`, port }));
    }),
  );
  return [OWN, ...foreign];
}

/**
 * Generates code from a WSDL.
 *
 * @param folder - the parent folder of the generated code
 * @throws Refusal if the WSDL is not supported
 */
export function generate(each: Listed, folder: string): Generated {
  const { port } = each;
  const { model, warnings } = readWsdl(each.path, {
    readFile: readFileSync,
    displayName: (path) => basename(path),
    port,
  });
  const own = join(folder, each.name.replace(/[^\w.]/g, '-'));
  mkdirSync(own, { recursive: true });
  const runtime = relative(own, join(ROOT, 'src/soap/index.js'));
  for (const [file, text] of generateFiles(model, runtime)) writeFileSync(join(own, file), text);
  return { ...each, model, warnings, folder: own };
}
