import type { TrustReason } from '../../../client/index.js';
import { EXIT } from '../../running/exit-codes.js';
import type { Remedy } from '../findings/finding.js';

/** The reasons that lie in a certificate. */
type CertificateReason = Extract<
  TrustReason,
  'unknown-root' | 'incomplete-chain' | 'self-signed' | 'expired' | 'not-yet-valid' | 'wrong-host' | 'certificate'
>;

/** A certificate that is refused, and what is known of it. */
export interface Refused {
  readonly reason: CertificateReason;
  /** The side that shows it: `the server`, `the proxy`. */
  readonly who: string;
  /** The place where the name of that side is given: `the url`. */
  readonly where: string;
  /** True where the profile has `ca`, which stands in the place of all authorities that Node.js knows. */
  readonly hasCa: boolean;
}

/** Gives advice on a certificate that is refused: `ca` only where it mends that. */
export function certificateRemedy(refused: Refused): Remedy {
  const { who, where } = refused;
  const today = `here it is ${new Date().toISOString().slice(0, 10)}`;
  switch (refused.reason) {
    case 'unknown-root':
    case 'self-signed':
      return trustRemedy(refused);
    case 'incomplete-chain': {
      const chain = `whoever runs ${who} has to make it send the whole chain`;
      const missing = 'a file with the missing certificate and its root (PEM)';
      return { todo: `${chain}; until then name ${missing} in ${placeOf(refused)}`, exitCode: EXIT.transient };
    }
    case 'expired':
      return {
        todo: `${who} needs a new certificate, or this machine a right clock: ${today}`,
        exitCode: EXIT.transient,
      };
    case 'not-yet-valid':
      return {
        todo: `set the clock of this machine right: ${today}; where it is right, ${who} needs another certificate`,
        exitCode: EXIT.transient,
      };
    case 'wrong-host':
      return {
        todo: `put a name that the certificate is for into ${where}, or have ${who} given another certificate`,
        exitCode: EXIT.usage,
      };
    default:
      return { todo: `${who} needs another certificate`, exitCode: EXIT.transient };
  }
}

/** Names the place for further authorities: with `ca` Node.js looks nowhere else. */
function placeOf({ hasCa }: Refused): string {
  return hasCa ? '"ca" of the profile' : '"ca" of a profile, or in NODE_EXTRA_CA_CERTS';
}

function trustRemedy(refused: Refused): Remedy {
  const { reason, hasCa } = refused;
  const it = reason === 'self-signed' ? 'this certificate' : 'the certificate of this authority and of those above it';
  const todo = hasCa
    ? `where it is to be trusted, add ${it} to the file of "ca"; "ca" stands for all authorities, also public ones`
    : `where it is to be trusted, put ${it} into a file (PEM), and name it in ${placeOf(refused)}`;
  return { todo, exitCode: EXIT.usage };
}
