import type { Output } from './output.js';

/** A writer of a file: of one that is there when it is whole, or of the standard output. */
export interface OutFile {
  write(piece: string | Uint8Array): Promise<void>;
  finish(): Promise<void>;
  giveUp(): Promise<void>;
}

/** The standard output as a file. */
export function standardOutFile(output: Output): OutFile {
  return { write: (piece) => output.data(piece), finish: async () => undefined, giveUp: async () => undefined };
}
