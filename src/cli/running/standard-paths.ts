/** Tells whether a path stands for the standard input. */
export function isStandardInput(file: string): boolean {
  return file === '-' || file === '/dev/stdin';
}

/** Tells whether a path stands for the standard output. */
export function isStandardOutput(file: string): boolean {
  return file === '-' || file === '/dev/stdout';
}
