export interface CertificateProblem {
  readonly reason:
    | 'unknown-root'
    | 'incomplete-chain'
    | 'self-signed'
    | 'expired'
    | 'not-yet-valid'
    | 'wrong-host'
    | 'certificate';
  readonly what: string;
  readonly remedy: string;
}

const IN_CA =
  'in the ca option, or without that option to Node.js: in NODE_EXTRA_CA_CERTS, or by --use-system-ca (Node.js 22.15) ' +
  'where this system knows it';

const UNKNOWN_ROOT: CertificateProblem = {
  reason: 'unknown-root',
  what: 'its root certificate is not known here',
  remedy: `give it ${IN_CA}`,
};

const CERTIFICATE_PROBLEMS: ReadonlyMap<string, CertificateProblem> = new Map<string, CertificateProblem>([
  [
    'CERT_HAS_EXPIRED',
    {
      reason: 'expired',
      what: 'its certificate has expired',
      remedy: 'the server needs a new one, or this machine a right clock',
    },
  ],
  [
    'CERT_NOT_YET_VALID',
    { reason: 'not-yet-valid', what: 'its certificate is not valid yet', remedy: 'check the clock of this machine' },
  ],
  [
    'DEPTH_ZERO_SELF_SIGNED_CERT',
    {
      reason: 'self-signed',
      what: 'its certificate is signed by itself',
      remedy: 'if it is the right one, give it in the ca option',
    },
  ],
  ['SELF_SIGNED_CERT_IN_CHAIN', UNKNOWN_ROOT],
  ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', UNKNOWN_ROOT],
  ['UNABLE_TO_GET_ISSUER_CERT', UNKNOWN_ROOT],
  [
    'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
    {
      reason: 'incomplete-chain',
      what: 'its chain is not complete, or its authority not known here',
      remedy: `the server has to send all its certificates; give the authority ${IN_CA}`,
    },
  ],
  [
    'ERR_TLS_CERT_ALTNAME_INVALID',
    {
      reason: 'wrong-host',
      what: 'its certificate is for another host',
      remedy: 'use the name that the certificate is for',
    },
  ],
  ...(
    [
      ['CERT_REVOKED', 'its certificate was revoked'],
      ['CERT_SIGNATURE_FAILURE', 'a signature in its chain is wrong'],
      ['CERT_UNTRUSTED', 'its certificate is marked as not trusted'],
      ['CERT_REJECTED', 'its certificate is marked as rejected'],
      ['INVALID_CA', 'its certificate is signed by one that may sign none'],
      ['INVALID_PURPOSE', 'its certificate is not made for servers'],
      ['PATH_LENGTH_EXCEEDED', 'its chain is longer than it may be'],
      ['CERT_CHAIN_TOO_LONG', 'its chain is too long'],
      // A problem that OpenSSL knows and Node.js has no name for, for example a key that is too short.
      ['UNSPECIFIED', 'its certificate is not acceptable'],
    ] as const
  ).map(([code, what]): [string, CertificateProblem] => [
    code,
    { reason: 'certificate', what, remedy: 'the server needs another one' },
  ]),
]);

const UNNAMED_PROBLEMS: readonly (readonly [RegExp, string])[] = [
  [/digest algorithm too weak/, 'a certificate in its chain is signed with SHA-1 or MD5, which nobody trusts any more'],
  [/key too weak/, 'a key in its chain is too short to be trusted'],
];

const OF_TIME: ReadonlySet<CertificateProblem['reason']> = new Set(['expired', 'not-yet-valid']);

/**
 * Returns the certificate problem of an error code.
 *
 * @param message - of the error, if it is known
 */
export function certificateProblem(code: string, message: string = ''): CertificateProblem | undefined {
  const problem = CERTIFICATE_PROBLEMS.get(code);
  if (problem === undefined) return undefined;
  if (OF_TIME.has(problem.reason)) {
    const today = new Date().toISOString().slice(0, 10);
    return { ...problem, remedy: `${problem.remedy}: here it is ${today}` };
  }
  const unnamed = UNNAMED_PROBLEMS.find(([words]) => code === 'UNSPECIFIED' && words.test(message));
  return unnamed === undefined ? problem : { ...problem, what: unnamed[1] };
}

/** Alerts of TLS by which a server refuses a client for its certificate. OpenSSL 3.2 has renamed those of SSLv3. */
const CLIENT_CERTIFICATE_WANTED =
  /^ERR_SSL_(?:TLSV1\d?|SSLV3|SSL\/TLS)_ALERT_(?:CERTIFICATE_REQUIRED|BAD_CERTIFICATE|UNSUPPORTED_CERTIFICATE|CERTIFICATE_UNKNOWN|CERTIFICATE_EXPIRED|CERTIFICATE_REVOKED|UNKNOWN_CA|ACCESS_DENIED)$/;

export function wantsClientCertificate(code: string): boolean {
  return CLIENT_CERTIFICATE_WANTED.test(code);
}
