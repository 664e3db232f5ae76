import { type Peer, startPeer } from './peer.js';

/**
 * Starts haproxy before the gateway at a port.
 *
 * @param frontend - lines of its frontend
 */
export function startHaproxy(gatewayPort: number, frontend = ''): Promise<Peer> {
  return startPeer({
    program: 'haproxy',
    args: (folder) => ['-W', '-f', `${folder}/haproxy.cfg`],
    reloadBy: 'SIGUSR2',
    files: (port, folder) => ({
      'haproxy.cfg': `
global
  stats socket ${folder}/haproxy.sock expose-fd listeners
  hard-stop-after 30s
defaults
  mode http
  timeout connect 5s
  timeout client 30s
  timeout server 30s
  timeout http-keep-alive 30s
frontend in
  bind 127.0.0.1:${port}
  ${frontend}
  default_backend gateway
backend gateway
  server one 127.0.0.1:${gatewayPort}
`,
    }),
  });
}
