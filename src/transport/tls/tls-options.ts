import type { SecureVersion } from 'node:tls';
import { checkString, invalid, oneOf } from '../../options/check.js';
import { type OptionValues, optional, withDefault } from '../../options/table.js';

type Pem = string | Uint8Array | readonly (string | Uint8Array)[];

/** The options of TLS. */
export const TLS_OPTIONS = {
  /** Certificates (PEM) of the authorities to trust, in place of those that Node.js knows. */
  ca: optional(certificates),
  /** The certificate of the client (PEM) with its chain, if the server requires one; needs `key`. */
  cert: optional(certificates),
  /** The private key (PEM) of `cert`. */
  key: optional(pem),
  /** The pass phrase that the private key is encrypted with. */
  passphrase: optional(checkString),
  /** The oldest version of TLS to speak: `'TLSv1.2'` (default) or `'TLSv1.3'`. */
  minVersion: withDefault('TLSv1.2', oneOf('TLSv1.2', 'TLSv1.3')),
};

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
 * Checks the combination of TLS options, so that a wrong file is reported when the transport is created and not at the
 * first send. Node.js accepts many mistakes silently.
 *
 * @throws ValidationError if they are invalid
 */
export function tlsSettings(options: OptionValues<typeof TLS_OPTIONS>): TlsSettings {
  const { ca, cert, key, passphrase, minVersion } = options;
  if ((cert === undefined) !== (key === undefined)) {
    invalid(cert === undefined ? 'cert' : 'key', 'is missing: set cert and key together');
  }
  if (passphrase !== undefined && key === undefined) invalid('passphrase', 'requires key');
  const settings: TlsSettings = {
    ...(ca === undefined ? {} : { ca }),
    ...(cert === undefined ? {} : { cert }),
    ...(key === undefined ? {} : { key }),
    ...(passphrase === undefined ? {} : { passphrase }),
    minVersion,
    rejectUnauthorized: true,
  };
  if (key !== undefined) checkKeys(settings);
  return settings;
}

function pem(input: Pem, path: string): NodePem {
  const one = (item: string | Uint8Array): string | Buffer => {
    if (typeof item === 'string') return item;
    if (!(item instanceof Uint8Array)) return invalid(path, 'must be a string or bytes');
    return Buffer.from(item);
  };
  return Array.isArray(input) ? input.map(one) : one(input as string | Uint8Array);
}

function certificates(input: Pem, path: string): NodePem {
  const usable = pem(input, path);
  checkCertificates(path, usable);
  return usable;
}

const items = (value: NodePem): readonly string[] => (Array.isArray(value) ? value : [value]).map(String);

const BEGIN = /-----BEGIN (?:TRUSTED |X509 )?CERTIFICATE-----/g;
const CERTIFICATE = /-----BEGIN ((?:TRUSTED |X509 )?CERTIFICATE)-----[^-]*-----END \1-----/g;

function checkCertificates(name: string, input: NodePem): void {
  const { X509Certificate } = process.getBuiltinModule('node:crypto');
  const texts = items(input);
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
  if (texts.length === 0 || !isUsable) invalid(name, 'must contain valid certificates in PEM format');
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
      return invalid('key', 'must be a private key in PEM format with the correct passphrase');
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
