import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { accepts, freePort, startChild } from './child.js';
import { ensureDebianPackages } from './debian.js';

const execute = promisify(execFile);
const MASTER = '/usr/lib/postfix/sbin/master';
const START_TIMEOUT_MS = 20_000;

/** A mail server that forwards mail. */
export interface Postfix {
  readonly port: number;
  /** Its log so far, for messages. */
  log(): Promise<string>;
  stop(): Promise<void>;
}

/** Installs Postfix. */
export async function ensurePostfix(): Promise<void> {
  await ensureDebianPackages({ packages: ['postfix'], probes: [['/usr/sbin/postconf', '-d', 'mail_version']] });
}

/** The services of Postfix, as in its documentation. */
const SERVICES = [
  ...['cleanup unix n - n - 0 cleanup', 'qmgr unix n - n 300 1 qmgr', 'rewrite unix - - n - - trivial-rewrite'],
  ...['bounce unix - - n - 0 bounce', 'defer unix - - n - 0 bounce', 'trace unix - - n - 0 bounce'],
  ...['verify unix - - n - 1 verify', 'flush unix n - n 1000? 0 flush', 'proxymap unix - - n - - proxymap'],
  ...[
    'smtp unix - - n - - smtp',
    'error unix - - n - - error',
    'retry unix - - n - - error',
    'anvil unix - - n - 1 anvil',
  ],
  ...['discard unix - - n - - discard', 'scache unix - - n - 1 scache', 'postlog unix-dgram n - n - 1 postlogd'],
];

/**
 * Starts a separate Postfix on 127.0.0.1, which does not use a name server.
 *
 * @param routes - the port of 127.0.0.1 to which mail for each domain is forwarded
 */
export async function startPostfix(routes: Readonly<Record<string, number>>): Promise<Postfix> {
  const folder = await mkdtemp(join(tmpdir(), 'sms-service-client-'));
  // Its processes run as another user.
  await chmod(folder, 0o755);
  const [config, spool, data, logFile] = ['config', 'spool', 'data', 'mail.log'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
    string,
  ];
  for (const one of [config, spool, data]) await mkdir(one);
  await execute('chown', ['postfix', data]);
  const port = await freePort();
  const transports = Object.entries(routes).map(([domain, to]) => `{ ${domain} = smtp:[127.0.0.1]:${to} }`);
  const settings = {
    compatibility_level: '3.6',
    queue_directory: spool,
    data_directory: data,
    maillog_file: logFile,
    maillog_file_prefixes: folder,
    myhostname: 'relay.test',
    inet_interfaces: '127.0.0.1',
    inet_protocols: 'ipv4',
    mynetworks: '127.0.0.0/8',
    smtpd_relay_restrictions: 'permit_mynetworks, reject',
    mydestination: '',
    alias_maps: '',
    local_recipient_maps: '',
    smtp_dns_support_level: 'disabled',
    transport_maps: `inline:{ ${transports.join(', ')} }`,
    default_transport: 'error:nowhere',
    minimal_backoff_time: '1s',
  };
  const lines = Object.entries(settings).map(([name, value]) => `${name} = ${value}\n`);
  await writeFile(join(config, 'main.cf'), lines.join(''));
  await writeFile(join(config, 'master.cf'), [`127.0.0.1:${port} inet n - n - - smtpd`, ...SERVICES, ''].join('\n'));
  await execute('/usr/sbin/postfix', ['-c', config, 'check']);
  const child = startChild(MASTER, ['-c', config, '-d']);
  const log = async (): Promise<string> => child.log() + (await readFile(logFile, 'utf8').catch(() => ''));
  const stop = async (): Promise<void> => {
    await child.stop();
    await rm(folder, { recursive: true, force: true });
  };
  const deadline = Date.now() + START_TIMEOUT_MS;
  while (!(await accepts(port))) {
    if (child.hasEnded() || Date.now() > deadline) {
      const said = await log();
      await stop();
      throw new Error(`Postfix did not start: ${said}`);
    }
    await sleep(50);
  }
  return { port, log, stop };
}
