import type nockModule from 'nock';
import { systemCode } from '../../errors/system-code.js';
import { invalid } from '../../options/check.js';

type Nock = typeof nockModule;

const OLDEST_NOCK = 14;
const NEEDED = `replayWithNock() needs nock ${OLDEST_NOCK} or later`;

/**
 * Loads nock: here and nowhere else, so that whoever does not use it need not have it.
 *
 * @param require - by default as from this module
 * @throws ValidationError when it is not installed, or too old
 */
export function loadNock(
  require: (name: string) => unknown = process.getBuiltinModule('node:module').createRequire(import.meta.url),
): Nock {
  const version = versionOf(require);
  if (version !== undefined && Number.parseInt(version, 10) < OLDEST_NOCK) {
    return invalid('nock', `is ${version}; ${NEEDED}`);
  }
  const loaded = loadedBy(require, 'nock') as Nock | { readonly default: Nock };
  // From version 15 on it is an ES module.
  return 'default' in loaded ? loaded.default : loaded;
}

/** The version of nock; `undefined` for one that shows nothing of its package but itself, as 15 and later do. */
function versionOf(require: (name: string) => unknown): string | undefined {
  try {
    return (loadedBy(require, 'nock/package.json') as { readonly version: string }).version;
  } catch (error) {
    if (systemCode(error) === 'ERR_PACKAGE_PATH_NOT_EXPORTED') return undefined;
    throw error;
  }
}

function loadedBy(require: (name: string) => unknown, name: string): unknown {
  try {
    return require(name);
  } catch (cause) {
    if (systemCode(cause) !== 'MODULE_NOT_FOUND') throw cause;
    return invalid('nock', `is not installed; ${NEEDED}`, { cause });
  }
}
