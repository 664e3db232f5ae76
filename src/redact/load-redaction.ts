/** In the built package: loads what hides secrets, for whoever may need it when the files of the package are gone. */
export function loadRedaction(): void {
  // As sources all modules are loaded at once; what the package does stands in scripts/build/own-files.ts.
}
