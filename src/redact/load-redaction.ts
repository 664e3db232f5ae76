export function loadRedaction(): void {
  // In the sources all modules are loaded immediately. scripts/build/own-files.ts defines the behaviour of the package.
}
