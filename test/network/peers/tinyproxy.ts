import { type Peer, startPeer } from './peer.js';

/**
 * Starts tinyproxy.
 *
 * @param lines - further lines of its configuration; `FOLDER` stands for the folder with `filter`
 * @param filter - hosts that it refuses, one in a line
 */
export function startTinyproxy(lines = '', filter = ''): Promise<Peer> {
  return startPeer({
    program: 'tinyproxy',
    args: (folder) => ['-d', '-c', `${folder}/tinyproxy.conf`],
    reloadBy: 'SIGUSR1',
    files: (port, folder) => ({
      filter,
      'tinyproxy.conf': `
Port ${port}
Listen 127.0.0.1
Timeout 60
LogLevel Error
LogFile "${folder}/tinyproxy.log"
MaxClients 100
${lines.replaceAll('FOLDER', folder)}
`,
    }),
  });
}
