import net, { type Socket } from 'node:net';
import tls from 'node:tls';
import { type CountedServer, startCounted } from './counted-server.js';
import { pem } from './tls-server.js';

/**
 * Starts a server of bytes on 127.0.0.1.
 *
 * @param accept - handles a connection
 * @param certificate - the name of its certificate. Default: no TLS
 */
export function startSocketServer(accept: (socket: Socket) => void, certificate?: string): Promise<CountedServer> {
  return certificate === undefined
    ? startCounted(net.createServer(accept))
    : startCounted(
        tls.createServer({ cert: pem(certificate), key: pem(`${certificate}.key`) }, accept),
        'secureConnection',
      );
}
