/**
 * In the built package: loads the code that explains failed requests and hides secrets. Called before a request is
 * sent, so that errors are correct even if the files of the package are replaced during the request.
 */
export function loadFailures(): void {
  // In the sources all modules are loaded immediately. scripts/build/own-files.ts defines the behaviour of the package.
}
