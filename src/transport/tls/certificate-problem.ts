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
  'to the option ca or, without this option, to NODE_EXTRA_CA_CERTS; or use --use-system-ca (Node.js 22.15) ' +
  'if this system trusts it';

const UNKNOWN_ROOT: CertificateProblem = {
  reason: 'unknown-root',
  what: 'its root certificate is unknown on this system',
  remedy: `add it ${IN_CA}`,
};

const CERTIFICATE_PROBLEMS: ReadonlyMap<string, CertificateProblem> = new Map<string, CertificateProblem>([
  [
    'CERT_HAS_EXPIRED',
    {
      reason: 'expired',
      what: 'its certificate has expired',
      remedy: 'renew the certificate, or correct the clock of this machine',
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
      what: 'its certificate is self-signed',
      remedy: 'if you trust it, add it to the option ca',
    },
  ],
  ['SELF_SIGNED_CERT_IN_CHAIN', UNKNOWN_ROOT],
  ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', UNKNOWN_ROOT],
  ['UNABLE_TO_GET_ISSUER_CERT', UNKNOWN_ROOT],
  [
    'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
    {
      reason: 'incomplete-chain',
      what: 'its chain is incomplete, or its authority is unknown on this system',
      remedy: `the server must send all its certificates; add the authority ${IN_CA}`,
    },
  ],
  [
    'ERR_TLS_CERT_ALTNAME_INVALID',
    {
      reason: 'wrong-host',
      what: 'its certificate is for another host',
      remedy: 'use a host name of the certificate',
    },
  ],
  ...(
    [
      ['CERT_REVOKED', 'its certificate was revoked'],
      ['CERT_SIGNATURE_FAILURE', 'a signature in its chain is wrong'],
      ['CERT_UNTRUSTED', 'its certificate is marked as not trusted'],
      ['CERT_REJECTED', 'its certificate is marked as rejected'],
      ['INVALID_CA', 'its certificate is signed by a certificate that is not an authority'],
      ['INVALID_PURPOSE', 'its certificate is not for servers'],
      ['PATH_LENGTH_EXCEEDED', 'its chain is longer than allowed'],
      ['CERT_CHAIN_TOO_LONG', 'its chain is too long'],
      // A problem that OpenSSL knows and Node.js has no name for, for example a key that is too short.
      ['UNSPECIFIED', 'its certificate is not acceptable'],
    ] as const
  ).map(([code, what]): [string, CertificateProblem] => [
    code,
    { reason: 'certificate', what, remedy: 'the server needs another certificate' },
  ]),
]);

const UNNAMED_PROBLEMS: readonly (readonly [RegExp, string])[] = [
  [/digest algorithm too weak/, 'a certificate in its chain is signed with SHA-1 or MD5, which are no longer trusted'],
  [/key too weak/, 'a key in its chain is too short to be trusted'],
];

const OF_TIME: ReadonlySet<CertificateProblem['reason']> = new Set(['expired', 'not-yet-valid']);

export function certificateProblem(code: string, message: string = ''): CertificateProblem | undefined {
  const problem = CERTIFICATE_PROBLEMS.get(code);
  if (problem === undefined) return undefined;
  if (OF_TIME.has(problem.reason)) {
    const today = new Date().toISOString().slice(0, 10);
    return { ...problem, remedy: `${problem.remedy}: today is ${today}` };
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
