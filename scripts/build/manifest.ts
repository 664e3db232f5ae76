import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parse } from 'jsonc-parser';

/** The root of the repository, with a slash at its end. */
export const ROOT: string = fileURLToPath(new URL('../..', import.meta.url));

/** An entry of the `exports` map: its CommonJS script and its declarations. */
export interface PublicEntry {
  /** The name that programs import: `sms-service-client/http`. */
  readonly name: string;
  /** The module of the sources: `src/http-client/index.ts`. */
  readonly source: string;
  readonly types: string;
  readonly default: string;
}

/** The parts of package.json that the build uses. */
export interface Manifest {
  readonly version: string;
  readonly entries: readonly PublicEntry[];
}

/** Reads package.json, and from the `paths` of tsconfig.json the source of each entry. */
export function readManifest(): Manifest {
  const { name, version, exports } = JSON.parse(readFileSync(`${ROOT}package.json`, 'utf8')) as {
    readonly name: string;
    readonly version: string;
    readonly exports: Readonly<Record<string, { readonly require: Pick<PublicEntry, 'types' | 'default'> } | string>>;
  };
  const { compilerOptions } = parse(readFileSync(`${ROOT}tsconfig.json`, 'utf8')) as {
    readonly compilerOptions: { readonly paths: Readonly<Record<string, readonly string[]>> };
  };
  const entries = Object.entries(exports).flatMap(([path, target]) => {
    if (typeof target === 'string') return [];
    const entry = name + path.slice(1);
    const [source] = compilerOptions.paths[entry] ?? [];
    if (source === undefined) throw new Error(`tsconfig.json has no path for ${entry}`);
    return [{ ...target.require, name: entry, source: source.replace('./', '') }];
  });
  return { version, entries };
}
