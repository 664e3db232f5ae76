import { ensureDebianPackages } from './debian.js';

/** Installs the shells with completion, except bash. */
export async function ensureShells(): Promise<void> {
  for (const shell of ['fish', 'zsh']) {
    await ensureDebianPackages({ packages: [shell], probes: [[shell, '--version']] });
  }
}
