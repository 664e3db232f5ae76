import type { SecureVersion } from 'node:tls';
import { checkOneOf, checkString, invalid, optional } from '../../options/check.js';

/** A certificate or key, or several, as PEM. */
type Pem = string | Uint8Array | readonly (string | Uint8Array)[];

/** The options of TLS, as they are given. */
export interface TlsOptions {
  /** Certificates (PEM) of the authorities to trust, in place of those that Node.js knows. */
  readonly ca?: Pem | undefined;
  /** The client's own certificate (PEM) with its chain, where the server asks for one; needs `key`. */
  readonly cert?: Pem | undefined;
  /** The private key (PEM) of `cert`. */
  readonly key?: Pem | undefined;
  /** What the private key is encrypted with. */
  readonly passphrase?: string | undefined;
  /** The oldest version of TLS to speak: `'TLSv1.2'` (default) or `'TLSv1.3'`. */
  readonly minVersion?: 'TLSv1.2' | 'TLSv1.3' | undefined;
}

type NodePem = string | Buffer | (string | Buffer)[];

/** The options of TLS, as Node.js wants them. */
export interface TlsSettings {
  readonly ca?: NodePem;
  readonly cert?: NodePem;
  readonly key?: NodePem;
  readonly passphrase?: string;
  readonly minVersion: SecureVersion;
  /** Stated, because otherwise `NODE_TLS_REJECT_UNAUTHORIZED=0` in the environment would switch verifying off. */
  readonly rejectUnauthorized: true;
}

/**
 * Checks the options of TLS. A wrong file must show when the transport is made, not when the first message is to be
 * sent; Node.js itself takes much in silence.
 *
 * @throws ValidationError when one is not usable
 */
export function tlsSettings({ ca, cert, key, passphrase, minVersion = 'TLSv1.2' }: TlsOptions): TlsSettings {
  if ((cert === undefined) !== (key === undefined)) {
    invalid(cert === undefined ? 'cert' : 'key', 'is missing: cert and key belong together');
  }
  optional<unknown>(passphrase, checkString, 'passphrase');
  if (passphrase !== undefined && key === undefined) invalid('passphrase', 'is of no use without key');
  const settings: TlsSettings = {
    ...(ca === undefined ? {} : { ca: pem('ca', ca) }),
    ...(cert === undefined ? {} : { cert: pem('cert', cert) }),
    ...(key === undefined ? {} : { key: pem('key', key) }),
    ...(passphrase === undefined ? {} : { passphrase }),
    minVersion: checkOneOf(minVersion, ['TLSv1.2', 'TLSv1.3'], 'minVersion'),
    rejectUnauthorized: true,
  };
  if (settings.ca !== undefined) checkCertificates('ca', settings.ca);
  if (settings.cert !== undefined) checkCertificates('cert', settings.cert);
  if (settings.key !== undefined) checkKeys(settings);
  return settings;
}

function pem(name: string, given: Pem): NodePem {
  const one = (item: string | Uint8Array): string | Buffer => {
    if (typeof item === 'string') return item;
    if (!(item instanceof Uint8Array)) return invalid(name, 'is neither text nor bytes');
    return Buffer.from(item);
  };
  return Array.isArray(given) ? given.map(one) : one(given as string | Uint8Array);
}

const items = (given: NodePem): readonly string[] => (Array.isArray(given) ? given : [given]).map(String);

const BEGIN = /-----BEGIN (?:TRUSTED |X509 )?CERTIFICATE-----/g;
const CERTIFICATE = /-----BEGIN ((?:TRUSTED |X509 )?CERTIFICATE)-----[^-]*-----END \1-----/g;

/** Of what is no certificate, `ca` of Node.js takes no notice: then nobody is trusted, or those that Node.js knows. */
function checkCertificates(name: string, given: NodePem): void {
  const { X509Certificate } = process.getBuiltinModule('node:crypto');
  const texts = items(given);
  const isUsable = texts.every((text) => {
    const found = text.match(CERTIFICATE) ?? [];
    if (found.length === 0 || found.length !== text.match(BEGIN)?.length) return false;
    return found.every((certificate) => {
      try {
        return new X509Certificate(certificate).raw.length > 0;
      } catch {
        return false;
      }
    });
  });
  if (texts.length === 0 || !isUsable) invalid(name, 'is not usable as PEM of certificates');
}

/** A key of another kind than the certificate's is taken by OpenSSL in silence, and the certificate then not sent. */
function checkKeys(settings: TlsSettings): void {
  const { X509Certificate, createPrivateKey } = process.getBuiltinModule('node:crypto');
  const { cert = [], key = [], passphrase } = settings;
  // The errors are not kept as causes: they come from the key.
  const certificates = items(cert).map((text) => new X509Certificate(text));
  const keys = items(key).map((text) => {
    try {
      return createPrivateKey({ key: text, ...(passphrase === undefined ? {} : { passphrase }) });
    } catch {
      return invalid('key', 'is not usable as PEM of a private key, or needs another passphrase');
    }
  });
  const belongs = (one: (typeof keys)[number]): boolean => certificates.some((of) => of.checkPrivateKey(one));
  if (keys.length === 0 || !keys.every(belongs)) invalid('key', 'does not belong to cert');
  try {
    process.getBuiltinModule('node:tls').createSecureContext(settings);
  } catch {
    invalid('key', 'and cert cannot be used together');
  }
}
