import { ensureDebianPackages } from './debian.js';

/** Puts the shells in place whose completion the command has, besides bash. */
export async function ensureShells(): Promise<void> {
  for (const shell of ['fish', 'zsh']) {
    await ensureDebianPackages({ packages: [shell], probes: [[shell, '--version']] });
  }
}
