import type { KnownFailure } from './peer.js';

/** The known failures of node-soap 1.13's client with lists in the form that it supports. */
export const nodeSoapClientFailures: readonly KnownFailure[] = [
  {
    why: 'a text of white space only is read as empty, with preserveWhitespace, too',
    instead: () => '',
    places: ['white space around credentials, and texts of nothing else / 1 soap_GetSenders out.arSenders[0]'],
  },
  {
    why: 'a part that is nil makes it throw before anything is sent',
    instead: () => ({ error: 'TypeError: Cannot convert undefined or null to object' }),
    places: ['nil in place of a list of ids / 0 soap_GetSmsByIds out'],
  },
  {
    why: 'so nothing arrives',
    instead: () => 0,
    places: ['nil in place of a list of ids / 0 soap_GetSmsByIds calls'],
  },
];
