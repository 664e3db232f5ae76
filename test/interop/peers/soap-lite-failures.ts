import type { KnownFailure } from './peer.js';

/** What SOAP::Lite 1.27's server gets wrong, place by place. */
export const soapLiteFailures: readonly KnownFailure[] = [
  {
    why: 'a detail that is not ASCII is escaped as for XML, and then written as base64',
    instead: () => 'Szczegóły &amp; &lt;przyczyna&gt;',
    places: [
      'every operation passes a Fault on / 0 soap_GetSenders out.detail',
      'every operation passes a Fault on / 1 soap_DelSchSmsById out.detail',
      'every operation passes a Fault on / 2 soap_AddNumber out.detail',
      'every operation passes a Fault on / 3 soap_DelNumber out.detail',
      'every operation passes a Fault on / 4 soap_AddGroup out.detail',
      'every operation passes a Fault on / 5 soap_DelGroup out.detail',
      'every operation passes a Fault on / 6 soap_GetGroups out.detail',
      'every operation passes a Fault on / 7 soap_GetNumbers out.detail',
      'every operation passes a Fault on / 8 soap_GetSmsByDate out.detail',
      'every operation passes a Fault on / 9 soap_GetSmsByIds out.detail',
      'every operation passes a Fault on / 10 soap_CheckPoints out.detail',
      'every operation passes a Fault on / 11 soap_SendMulti out.detail',
      'every operation passes a Fault on / 12 soap_SendSms out.detail',
      'every operation passes a Fault on / 13 soap_SendSmsExt out.detail',
    ],
  },
];
