import { printable } from '../output/text.js';
import type { Context } from '../running/command.js';
import { EXIT, type ExitCode } from '../running/exit-codes.js';

/** A server that has been started. */
interface Server {
  readonly url: string;
  readonly wsdlUrl: string;
  /** The address of its HTTP interface, where it has one at an address of its own. */
  readonly httpUrl?: string;
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
  const overHttp = httpUrl === undefined ? [] : [`and over HTTP below ${output.styled('strong', httpUrl)}`];
  await output.result({ url, wsdlUrl, httpUrl, port }, () =>
    [`listening on ${output.styled('strong', url)}`, ...overHttp, ...lines.map(printable), 'Ctrl-C ends it'].join('\n'),
  );
  await interruption.asked();
  await server.close();
  // To end it is what a server waits for.
  return EXIT.done;
}
