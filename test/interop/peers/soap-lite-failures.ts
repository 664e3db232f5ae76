import { FAULT_DETAILS } from './failing-places.js';
import type { KnownFailure } from './peer.js';

/** What SOAP::Lite 1.27's server gets wrong, place by place. */
export const soapLiteFailures: readonly KnownFailure[] = [
  {
    why: 'a detail that is not ASCII is escaped as for XML, and then written as base64',
    instead: () => 'Szczegóły &amp; &lt;przyczyna&gt;',
    places: FAULT_DETAILS,
  },
];
