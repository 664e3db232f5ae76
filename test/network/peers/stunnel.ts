import { pem } from '../../support/tls-server.js';
import { type Peer, startPeer } from './peer.js';

/**
 * Starts stunnel, which speaks TLS, before a server that does not.
 *
 * @param service - further lines of its service; `FOLDER` stands for the folder with `authority.pem`
 */
export function startStunnel(serverPort: number, service = ''): Promise<Peer> {
  return startPeer({
    program: 'stunnel4',
    args: (folder) => [`${folder}/stunnel.conf`],
    reloadBy: 'SIGHUP',
    files: (port, folder) => ({
      'server.pem': `${pem('right.key')}\n${pem('right')}`,
      'authority.pem': pem('second-authority'),
      'stunnel.conf': `
foreground = yes
pid =
[gateway]
accept = 127.0.0.1:${port}
connect = 127.0.0.1:${serverPort}
cert = ${folder}/server.pem
${service.replaceAll('FOLDER', folder)}
`,
    }),
  });
}
