import { FAULT_DETAILS } from './failing-places.js';
import type { KnownFailure } from './peer.js';

/** The known failures of SOAP::Lite 1.27's server. */
export const soapLiteFailures: readonly KnownFailure[] = [
  {
    why: 'a detail that is not ASCII is escaped as for XML, and then written as base64',
    instead: () => 'Szczegóły &amp; &lt;przyczyna&gt;',
    places: FAULT_DETAILS,
  },
];
