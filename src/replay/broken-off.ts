/** A body that breaks off: what came of it, and then the error. */
export async function* brokenOff(body: Uint8Array, error: unknown): AsyncGenerator<Uint8Array, void, undefined> {
  if (body.length > 0) yield body;
  throw error;
}
