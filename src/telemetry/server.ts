/** The host of an address, and its port. */
export interface Server {
  readonly host: string;
  readonly port: number;
}

export function serverOf(address: string): Server | undefined {
  if (!URL.canParse(address)) return undefined;
  const { protocol, hostname, port } = new URL(address);
  const usual = protocol === 'https:' ? 443 : 80;
  return { host: hostname.replace(/^\[|\]$/g, ''), port: port === '' ? usual : Number(port) };
}
