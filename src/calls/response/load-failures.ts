/**
 * In the built package: loads what explains a failed request and hides secrets in its error. Called before a request
 * goes out, so that a call is told the truth even if the files of the package are replaced while it is in flight.
 */
export function loadFailures(): void {
  // As sources all modules are loaded at once; what the package does stands in scripts/build/own-files.ts.
}
