/** In the built package: loads what reads responses, before a request goes out, for the reason of `loadFailures`. */
export function loadResponses(): void {
  // As sources all modules are loaded at once; what the package does stands in scripts/build/own-files.ts.
}
