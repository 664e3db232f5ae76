import { randomUUID } from 'node:crypto';
import { type Peer, startPeer } from './peer.js';

/**
 * Starts squid, which allows all requests that these lines do not refuse.
 *
 * @param rules - lines before the one that allows everything; `FOLDER` stands for the folder with `users`
 * @param users - lines of `user:password`, encrypted
 */
export function startSquid(rules = '', users = ''): Promise<Peer> {
  return startPeer({
    program: 'squid',
    // Its name is that of its shared memory.
    args: (folder) => ['-N', '-n', randomUUID().replaceAll('-', ''), '-f', `${folder}/squid.conf`],
    reloadBy: 'SIGHUP',
    files: (port, folder) => ({
      users,
      'squid.conf': `
http_port 127.0.0.1:${port}
pid_filename ${folder}/squid.pid
cache_log ${folder}/cache.log
access_log none
cache deny all
cache_effective_user proxy
coredump_dir ${folder}
shutdown_lifetime 0 seconds
pinger_enable off
visible_hostname squid.test
${rules.replaceAll('FOLDER', folder)}
http_access allow all
`,
    }),
  });
}
