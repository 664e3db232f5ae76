import { readFileSync } from 'node:fs';
import { ROOT } from './manifest.js';

/**
 * Modules of which a program that loads an entry may never need anything: what reads responses, explains failures, or
 * does what few programs ask for. They are in files of their own, `later-<name>.js`, with all that only they need, and
 * such a file is loaded when one of its functions is first called. They export functions and types, nothing else. What
 * a file holds must not lead back to it by what its modules import: bundlers warn of circles.
 */
const LATER: Readonly<Record<string, readonly string[]>> = {
  batches: ['src/batches/add-numbers.ts', 'src/batches/send-multi.ts'],
  causes: ['src/transport/cause.ts', 'src/transport/tls/certificate-problem.ts'],
  chunks: ['src/batches/send-many.ts'],
  codes: ['src/domain/gateway-codes.ts'],
  failures: ['src/transport/http/errors.ts'],
  http: ['src/transport/http/node-exchange.ts'],
  proxies: ['src/transport/proxy/agent.ts', 'src/transport/proxy/env.ts'],
  redact: ['src/redact/redact.ts', 'src/soap/sent-secrets.ts'],
  responses: [
    'src/soap/decoder/items/array-items.ts',
    'src/soap/messages/decode-response.ts',
    'src/soap/messages/other-names.ts',
    'src/soap/stream/response-stream.ts',
  ],
  sending: ['src/client/send-result.ts', 'src/domain/sending/check-sending.ts'],
  trust: ['src/transport/trust/check-trust.ts'],
};

/** The modules of each file that is loaded later. */
export const LATER_SOURCES: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  Object.entries(LATER).map(([name, modules]) => [`later-${name}`, modules]),
);

/** Stands in a module for a file that is loaded when it is reached: `LOADED_LATER("./later-redact.js")`. */
export const LOADED_LATER = 'LOADED_LATER';

/** The file in which a module is, where that is loaded later: `later-redact`. */
export function laterFileOf(module: string): string | undefined {
  return Object.keys(LATER_SOURCES).find((file) => LATER_SOURCES[file]?.includes(module));
}

/** The functions of a module that is loaded later, each of which loads it. */
export function laterModule(module: string, file: string): string {
  const functions = functionsOf(module).map(
    (name) =>
      `export function ${name}(...given) { return (made ??= ${LOADED_LATER}("./${file}.js")).${name}(...given); }`,
  );
  return ['let made;', ...functions].join('\n');
}

/** @throws Error where it exports anything else: a class or a constant would have to be there at once */
function functionsOf(module: string): readonly string[] {
  const exported = readFileSync(ROOT + module, 'utf8').matchAll(
    /^export (?!type |interface )(?:(?:async )?function\*? (?<name>\w+)|.*)/gm,
  );
  return Array.from(exported, ({ 0: line, groups }) => {
    const name = groups?.['name'];
    if (name === undefined) throw new Error(`${module} is loaded later and exports more than functions: ${line}`);
    return name;
  });
}
