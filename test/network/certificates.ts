import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const execute = promisify(execFile);

/** A certificate with its key, and the certificates above it but for the root; PEM. */
interface Identity {
  readonly chain: string;
  readonly key: string;
}

/** What tests of trust need. */
export interface Certificates {
  /** The root above everything. */
  readonly root: string;
  /** A server below an intermediate certificate. */
  readonly server: Identity;
  /** A server whose certificate is signed with SHA-1. */
  readonly sha1: Identity;
  readonly client: Identity;
  /** A client with a self-signed certificate. */
  readonly stranger: Identity;
}

/** Makes certificates with openssl: those that are kept in the tests have lost the keys above them. */
export async function makeCertificates(): Promise<Certificates> {
  const folder = await mkdtemp(join(tmpdir(), 'sms-certificates-'));
  const openssl = (...args: string[]): Promise<unknown> => execute('openssl', args, { cwd: folder });
  const text = (name: string): Promise<string> => readFile(join(folder, name), 'utf8');

  const make = async (name: string, issuer: string, extensions: string, digest = 'sha256'): Promise<void> => {
    await writeFile(join(folder, `${name}.ext`), extensions);
    const key = ['-newkey', 'rsa:2048', '-nodes', '-keyout', `${name}.key`];
    if (issuer === name) {
      const extension = extensions.split('\n').flatMap((line) => ['-addext', line]);
      await openssl('req', '-x509', ...key, '-out', `${name}.pem`, '-subj', `/CN=${name}`, '-days', '30', ...extension);
      return;
    }
    await openssl('req', '-new', ...key, '-out', `${name}.csr`, '-subj', `/CN=${name}`);
    const signed = ['-CA', `${issuer}.pem`, '-CAkey', `${issuer}.key`, '-CAcreateserial', '-extfile', `${name}.ext`];
    await openssl('x509', '-req', '-in', `${name}.csr`, ...signed, '-days', '30', `-${digest}`, '-out', `${name}.pem`);
  };
  const identity = async (name: string, ...above: string[]): Promise<Identity> => ({
    chain: (await Promise.all([name, ...above].map((one) => text(`${one}.pem`)))).join(''),
    key: await text(`${name}.key`),
  });
  try {
    const host = 'subjectAltName=IP:127.0.0.1,DNS:gateway.test,DNS:localhost';
    const authority = 'basicConstraints=critical,CA:TRUE';
    await make('Test Root', 'Test Root', authority);
    await make('Test Intermediate', 'Test Root', authority);
    await Promise.all([
      make('server', 'Test Intermediate', host),
      make('client', 'Test Root', 'extendedKeyUsage=clientAuth'),
      make('stranger', 'stranger', 'extendedKeyUsage=clientAuth'),
    ]);
    await make('sha1', 'Test Root', host, 'sha1');
    return {
      root: await text('Test Root.pem'),
      server: await identity('server', 'Test Intermediate'),
      sha1: await identity('sha1'),
      client: await identity('client'),
      stranger: await identity('stranger'),
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
