/** In the built package: loads the response decoder before a request is sent, for the same reason as `loadFailures`. */
export function loadResponses(): void {
  // Empty in the sources, where all modules are loaded at once. See scripts/build/own-files.ts for the built package.
}
