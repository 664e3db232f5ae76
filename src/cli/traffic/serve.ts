import { printable } from '../output/text.js';
import type { Context } from '../running/command.js';
import { EXIT, type ExitCode } from '../running/exit-codes.js';

/** A server that has been started. */
interface Server {
  readonly url: string;
  readonly wsdlUrl: string;
  readonly port: number;
  close(): Promise<void>;
}

/** Says where a server is, and closes it when the person who runs it has had enough. */
export async function serve(
  { output, interruption }: Context,
  server: Server,
  lines: readonly string[] = [],
): Promise<ExitCode> {
  const { url, wsdlUrl, port } = server;
  await output.result({ url, wsdlUrl, port }, () =>
    [`listening on ${output.styled('strong', url)}`, ...lines.map(printable), 'Ctrl-C ends it'].join('\n'),
  );
  await interruption.asked();
  await server.close();
  // To end it is what a server waits for.
  return EXIT.done;
}
