import { NIL_RECEIVED, OMITTED_PARTS } from './failing-places.js';
import type { KnownFailure } from './peer.js';

/** The known failures of NuSOAP 0.9.5's server. */
export const nusoapFailures: readonly KnownFailure[] = [
  {
    why: 'a carriage return is written as it is, and in XML that is a line feed',
    instead: (wanted) => String(wanted).replaceAll('\r\n', '\n').replaceAll('\r', '\n'),
    places: [
      'groups / 0 soap_GetGroups out.arGroups[0].info',
      'messages by date / 0 soap_GetSmsByDate out.arSms[0].message',
      'messages by date / 1 soap_GetSmsByDate out.arSms[0].message',
      'messages by id / 0 soap_GetSmsByIds out.arSms[0].message',
      'every field of a group and of a number travels / 2 soap_GetNumbers out.arNumbers[0].name',
      'every field of a group and of a number travels / 3 soap_GetGroups out.arGroups[1].name',
      'every field of a message travels / 1 soap_GetSmsByIds out.arSms[0].message',
      'one text to three recipients / 1 soap_GetSmsByIds out.arSms[2].message',
      'white space around a text / 1 soap_GetSenders out.arSenders[1]',
    ],
  },
  {
    why: 'a field that is nil is left out, where the WSDL lets it be absent',
    instead: () => undefined,
    places: NIL_RECEIVED,
  },
  {
    why: 'a part that the gateway does not give is written as nil',
    instead: () => null,
    places: OMITTED_PARTS,
  },
];
