import { printable } from '../output/text.js';
import type { Context } from '../running/command.js';
import { EXIT, type ExitCode } from '../running/exit-codes.js';

/** A server that has been started. */
interface Server {
  readonly url: string;
  readonly wsdlUrl: string;
  /** The address below which the endpoints of its HTTP interface are. */
  readonly httpUrl: string;
  readonly port: number;
  close(): Promise<void>;
}

/** Says where a server is, and closes it when the person who runs it has had enough. */
export async function serve(
  { output, interruption }: Context,
  server: Server,
  lines: readonly string[] = [],
): Promise<ExitCode> {
  const { url, wsdlUrl, httpUrl, port } = server;
  const [soap, http] = [url, httpUrl].map((address) => output.styled('strong', address));
  await output.result({ url, wsdlUrl, httpUrl, port }, () =>
    [`listening on ${soap}`, `and over HTTP below ${http}`, ...lines.map(printable), 'Ctrl-C ends it'].join('\n'),
  );
  await interruption.asked();
  await server.close();
  // To end it is what a server waits for.
  return EXIT.done;
}
