import { NIL_RECEIVED, NIL_SENT, OMITTED_PARTS } from './failing-places.js';
import type { KnownFailure } from './peer.js';

/** The known failures of gSOAP 2.8's server, in tree mode and in graph mode. */
export const gsoapFailures: readonly KnownFailure[] = [
  {
    why: 'a float is written with nine digits, which shows that it is one of 32 bits',
    instead: (wanted) => Number(Math.fround(Number(wanted)).toPrecision(9)),
    places: [
      'points / 1 soap_CheckPoints out.points',
      'a message with two fields is sent, charged and found / 0 soap_SendSms out.response.points',
      'a message with two fields is sent, charged and found / 1 soap_CheckPoints out.points',
      'every field of a message travels / 0 soap_SendSms out.response.points',
      'a list of parameters of any length / 0 soap_SendSms out.response.points',
      'a list of parameters of any length / 1 soap_SendSms out.response.points',
      'a list of parameters of any length / 2 soap_SendSms out.response.points',
      'a list of parameters of any length / 3 soap_SendSms out.response.points',
      'a scheduled message is deleted before it is sent / 0 soap_SendSms out.response.points',
      'a message with priority and user data header / 0 soap_SendSmsExt out.response.points',
      'a message with priority and user data header / 1 soap_SendSmsExt out.response.points',
      'one text to three recipients / 0 soap_SendMulti out.Response.points',
      'one text to three recipients / 2 soap_CheckPoints out.points',
      'lists of one inside a list of one / 0 soap_SendMulti out.Response.points',
      'lists of uneven length / 0 soap_SendMulti out.Response.points',
      'a hundred recipients / 0 soap_SendMulti out.Response.points',
      '103: not enough points, and nothing is sent / 3 soap_CheckPoints out.points',
    ],
  },
  {
    why: 'nil is a null pointer, and so is what is absent; neither is written',
    instead: () => undefined,
    places: [...NIL_SENT, ...NIL_RECEIVED],
  },
  {
    why: 'a part is never absent: one that is not set is 0',
    instead: () => 0,
    places: OMITTED_PARTS,
  },
];
