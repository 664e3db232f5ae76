import type { KnownFailure } from './peer.js';

/** What NuSOAP 0.9.5's server gets wrong, place by place. */
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
    places: [
      'groups / 0 soap_GetGroups out.arGroups[1].info',
      'numbers / 0 soap_GetNumbers out.arNumbers[2].name',
      'messages by date / 0 soap_GetSmsByDate out.arSms[1].donedate',
      'messages by date / 0 soap_GetSmsByDate out.arSms[2].submitdate',
      'messages by date / 0 soap_GetSmsByDate out.arSms[2].donedate',
      'messages by date / 1 soap_GetSmsByDate out.arSms[1].donedate',
      'messages by id / 0 soap_GetSmsByIds out.arSms[1].submitdate',
      'messages by id / 0 soap_GetSmsByIds out.arSms[1].donedate',
      'messages by id / 1 soap_GetSmsByIds out.arSms[0].donedate',
      'messages by id / 5 soap_GetSmsByIds out.arSms[0].donedate',
      'nil and absent fields are told apart on the way in / 4 soap_GetNumbers out.arNumbers[0].name',
      'nil and absent fields are told apart on the way in / 4 soap_GetNumbers out.arNumbers[1].name',
      'a message with two fields is sent, charged and found / 2 soap_GetSmsByIds out.arSms[0].donedate',
      'every field of a message travels / 1 soap_GetSmsByIds out.arSms[0].submitdate',
      'every field of a message travels / 1 soap_GetSmsByIds out.arSms[0].donedate',
      'a message with priority and user data header / 2 soap_GetSmsByIds out.arSms[0].donedate',
      'one text to three recipients / 1 soap_GetSmsByIds out.arSms[0].donedate',
      'one text to three recipients / 1 soap_GetSmsByIds out.arSms[1].donedate',
      'one text to three recipients / 1 soap_GetSmsByIds out.arSms[2].donedate',
      'lists of one inside a list of one / 1 soap_GetSmsByIds out.arSms[0].donedate',
    ],
  },
  {
    why: 'a part that the gateway does not give is written as nil',
    instead: () => null,
    places: [
      '40, 4116 and 4200: groups and numbers / 1 soap_DelGroup out.num_count',
      '40, 4116 and 4200: groups and numbers / 3 soap_AddGroup out.id_group',
      '101: every operation refuses a stranger / 4 soap_AddGroup out.id_group',
      '101: every operation refuses a stranger / 5 soap_DelGroup out.num_count',
      '101: every operation refuses a stranger / 10 soap_CheckPoints out.points',
    ],
  },
];
