import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The root of the repository, with a slash at its end. */
export const ROOT: string = fileURLToPath(new URL('../..', import.meta.url));

/** An entry of the `exports` map: where its declarations and its script are, both CommonJS. */
export interface PublicEntry {
  /** What is imported: `sms-service-client/http`. */
  readonly name: string;
  readonly types: string;
  readonly default: string;
}

/** The parts of package.json that the build uses. */
export interface Manifest {
  readonly version: string;
  readonly entries: readonly PublicEntry[];
}

export function readManifest(): Manifest {
  const { version, exports } = JSON.parse(readFileSync(`${ROOT}package.json`, 'utf8')) as {
    readonly version: string;
    readonly exports: Readonly<Record<string, { readonly require: Omit<PublicEntry, 'name'> } | string>>;
  };
  const entries = Object.entries(exports).flatMap(([path, entry]) =>
    typeof entry === 'object' ? [{ ...entry.require, name: `sms-service-client${path.slice(1)}` }] : [],
  );
  return { version, entries };
}
