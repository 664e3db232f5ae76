import { FAULT_DETAILS, NIL_SENT, OMITTED_PARTS } from './failing-places.js';
import type { KnownFailure } from './peer.js';

/** The known failures of Apache Axis 1.4's server. */
export const axisFailures: readonly KnownFailure[] = [
  {
    why: 'a carriage return is written as it is, and in XML that is a line feed',
    instead: (wanted) => String(wanted).replaceAll('\r\n', '\n').replaceAll('\r', '\n'),
    places: [
      'groups / 0 soap_GetGroups out.arGroups[0].info',
      'white space around a text / 1 soap_GetSenders out.arSenders[1]',
    ],
  },
  {
    why: 'a character beyond the Basic Multilingual Plane is written as two references to surrogates, which is no XML, so the response is refused',
    instead: () => ({ error: 'DecodeError' }),
    places: [
      'numbers / 0 soap_GetNumbers out',
      'messages by date / 0 soap_GetSmsByDate out',
      'messages by date / 1 soap_GetSmsByDate out',
      'messages by id / 0 soap_GetSmsByIds out',
      'a group is made, filled, read, emptied and deleted / 6 soap_GetNumbers out',
      'every field of a group and of a number travels / 2 soap_GetNumbers out',
      'every field of a group and of a number travels / 3 soap_GetGroups out',
      'every field of a message travels / 1 soap_GetSmsByIds out',
      'one text to three recipients / 1 soap_GetSmsByIds out',
    ],
  },
  {
    why: 'a bean has null for what is nil and for what is absent',
    instead: () => undefined,
    places: NIL_SENT,
  },
  {
    why: 'a part is never absent: one that is not set is 0',
    instead: () => 0,
    places: OMITTED_PARTS,
  },
  {
    why: 'the text of the detail is put into an element',
    instead: () => ({ string: 'Szczegóły & <przyczyna>' }),
    places: FAULT_DETAILS,
  },
  {
    why: 'the same in a Fault: not XML, and an HTTP status that says so',
    instead: () => ({ error: 'HttpStatusError' }),
    places: ['a Fault beyond the Basic Multilingual Plane / 0 soap_CheckPoints out'],
  },
];
