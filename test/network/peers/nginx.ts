import { type Peer, startPeer } from './peer.js';

/** The configuration of nginx in front of a gateway. */
export interface NginxOptions {
  /** Lines of its `server` block. */
  readonly server?: string;
  /** Further `server` blocks; `PORT` stands for the port in them. */
  readonly servers?: string;
  /** Files that the lines name, with `FOLDER` before them. */
  readonly files?: Readonly<Record<string, string>>;
  /** What follows the port of `listen`. */
  readonly listen?: string;
}

/** Starts nginx before the gateway at a port. */
export function startNginx(
  gatewayPort: number,
  { server = '', servers = '', files = {}, listen = '' }: NginxOptions = {},
): Promise<Peer> {
  return startPeer({
    program: 'nginx',
    args: (folder) => ['-p', folder, '-e', 'error.log', '-c', `${folder}/nginx.conf`, '-g', 'daemon off;'],
    reloadBy: 'SIGHUP',
    files: (port, folder) => ({
      ...files,
      'nginx.conf': `
user root;
worker_processes 1;
pid ${folder}/nginx.pid;
error_log ${folder}/error.log;
events { worker_connections 1024; }
http {
  access_log off;
  client_body_temp_path ${folder}/body;
  proxy_temp_path ${folder}/proxy;
  fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi;
  scgi_temp_path ${folder}/scgi;
  server {
    listen 127.0.0.1:${port} ${listen};
    server_name gateway.test;
    ${server.replaceAll('FOLDER', folder)}
    location / { proxy_pass http://127.0.0.1:${gatewayPort}; }
  }
  ${servers.replaceAll('FOLDER', folder).replaceAll('PORT', String(port))}
}
`,
    }),
  });
}
