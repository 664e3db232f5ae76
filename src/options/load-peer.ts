import { systemCode } from '../errors/service-error.js';
import { invalid } from './check.js';
import { ownRequire, type Require } from './own-require.js';

interface Peer {
  readonly name: string;
  readonly oldest: `${number}`;
  /** What needs it, for the error: `the option mail`. */
  readonly neededBy: string;
}

/**
 * Loads a package that the user brings.
 *
 * @param require - by default as from this package
 * @throws ValidationError when it is not installed, or too old
 */
export function loadPeer({ name, oldest, neededBy }: Peer, require: Require = ownRequire()): unknown {
  const needed = `${neededBy} needs ${name} ${oldest} or later`;
  try {
    const version = versionOf(name, require);
    if (version !== undefined && isOlder(version, oldest)) return invalid(name, `is ${version}; ${needed}`);
    return require(name);
  } catch (cause) {
    if (systemCode(cause) !== 'MODULE_NOT_FOUND') throw cause;
    return invalid(name, `is not installed; ${needed}`, { cause });
  }
}

/** The version of a package; `undefined` for one that shows nothing of itself but its module. */
function versionOf(name: string, require: Require): string | undefined {
  try {
    return (require(`${name}/package.json`) as { readonly version: string }).version;
  } catch (error) {
    if (systemCode(error) === 'ERR_PACKAGE_PATH_NOT_EXPORTED') return undefined;
    throw error;
  }
}

function isOlder(version: string, oldest: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [leastMajor = 0, leastMinor = 0] = oldest.split('.').map(Number);
  return major < leastMajor || (major === leastMajor && minor < leastMinor);
}
