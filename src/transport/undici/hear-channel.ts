/** Makes what listens to a channel of undici: from its first call on, and once however often it is called. */
export function hearChannel(name: string, listener: (message: unknown) => void): () => void {
  let isHearing = false;
  return () => {
    if (isHearing) return;
    isHearing = true;
    process.getBuiltinModule('node:diagnostics_channel').subscribe(name, listener);
  };
}
