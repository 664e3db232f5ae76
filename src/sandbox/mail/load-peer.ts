import { invalid } from '../../options/check.js';

/** A package that the user brings, and the oldest version of it that works. */
interface Peer {
  readonly name: string;
  readonly oldest: `${number}.${number}`;
  /** The option that needs it. */
  readonly option: string;
}

/**
 * Loads a package that the user brings.
 *
 * @throws ValidationError when it is not installed, or too old
 */
export function loadPeer(peer: Peer): unknown {
  const { name, oldest, option } = peer;
  const require = process.getBuiltinModule('node:module').createRequire(import.meta.url);
  const needed = `the option ${option} needs ${name} ${oldest} or later`;
  try {
    const { version } = require(`${name}/package.json`) as { readonly version: string };
    if (isOlder(version, oldest)) return invalid(name, `is ${version}; ${needed}`);
    return require(name);
  } catch (cause) {
    if (!(cause instanceof Error && 'code' in cause && cause.code === 'MODULE_NOT_FOUND')) throw cause;
    return invalid(name, `is not installed; ${needed}`, { cause });
  }
}

/** Compares the first two numbers of versions. */
function isOlder(version: string, oldest: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [leastMajor = 0, leastMinor = 0] = oldest.split('.').map(Number);
  return major < leastMajor || (major === leastMajor && minor < leastMinor);
}
