import type { KnownFailure } from './peer.js';

/** What Apache Axis 1.4's server gets wrong, place by place. */
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
    places: [
      'messages by id / 3 soap_GetSmsByIds in.arIds',
      'nil and absent fields are told apart on the way in / 0 soap_AddGroup in.group.id',
      'nil and absent fields are told apart on the way in / 0 soap_AddGroup in.group.info',
      'nil and absent fields are told apart on the way in / 0 soap_AddGroup in.group.num_count',
      'nil and absent fields are told apart on the way in / 2 soap_AddNumber in.number.name',
      'a list of parameters of any length / 0 soap_SendSms in.sms_param.arParam',
      'a message with priority and user data header / 1 soap_SendSmsExt in.sms_param.priority',
      'a message with priority and user data header / 1 soap_SendSmsExt in.sms_param.udh',
    ],
  },
  {
    why: 'a part is never absent: one that is not set is 0',
    instead: () => 0,
    places: [
      '40, 4116 and 4200: groups and numbers / 1 soap_DelGroup out.num_count',
      '40, 4116 and 4200: groups and numbers / 3 soap_AddGroup out.id_group',
      '101: every operation refuses a stranger / 4 soap_AddGroup out.id_group',
      '101: every operation refuses a stranger / 5 soap_DelGroup out.num_count',
      '101: every operation refuses a stranger / 10 soap_CheckPoints out.points',
    ],
  },
  {
    why: 'the text of the detail is put into an element',
    instead: () => ({ string: 'Szczegóły & <przyczyna>' }),
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
  {
    why: 'the same in a Fault: not XML, and an HTTP status that says so',
    instead: () => ({ error: 'HttpStatusError' }),
    places: ['a Fault beyond the Basic Multilingual Plane / 0 soap_CheckPoints out'],
  },
];
