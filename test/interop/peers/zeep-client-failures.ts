import type { KnownFailure } from './peer.js';

/** The known failures of zeep 4.2. */
export const zeepClientFailures: readonly KnownFailure[] = [
  {
    why: 'an empty text is read as None, as nil is',
    instead: () => null,
    places: [
      'nil and empty fields / 4 soap_GetGroups out.arGroups[1].info',
      'nil and empty fields / 4 soap_GetGroups out.arGroups[2].info',
    ],
  },
  {
    why: 'an empty list is refused before it is sent: the encoding’s schema asks for one item or more',
    instead: () => ({ error: 'ValidationError: Expected at least 1 items (minOccurs check)' }),
    places: [
      'an empty list of parameters / 0 soap_SendSms out',
      'an empty list of ids / 0 soap_GetSmsByIds out',
      'empty lists inside a list, and an empty list of idx / 0 soap_SendMulti out',
    ],
  },
  {
    why: 'so nothing arrives',
    instead: () => 0,
    places: [
      'an empty list of parameters / 0 soap_SendSms calls',
      'an empty list of ids / 0 soap_GetSmsByIds calls',
      'empty lists inside a list, and an empty list of idx / 0 soap_SendMulti calls',
    ],
  },
  {
    why: 'and nothing is kept',
    instead: () => [],
    places: [
      'an empty list of parameters / kept anna.messages',
      'empty lists inside a list, and an empty list of idx / kept anna.messages',
    ],
  },
];
