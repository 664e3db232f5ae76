import type { Client } from '../../../generated/index.js';

// Copied by hand from seed.json.

/** Has several items of each kind. */
export const anna: Client = { username: 'anna', password: 'tajne & <hasło> "ż\'' };
/** Has one item of each kind, and too few points for a message. */
export const jedynak: Client = { username: 'jedynak', password: 'sam' };
/** Has no data. The password is empty. */
export const pusty: Client = { username: 'pusty', password: '' };
/** Has no data. For clients, which reject an empty password. */
export const goly: Client = { username: 'goly', password: 'nic' };
/** The name and password begin and end with white space, and the sender names contain only white space. */
export const odstep: Client = { username: ' odstęp ', password: '\t hasło \r\n' };
/** The username exists, but the password is wrong. */
export const stranger: Client = { username: 'anna', password: 'Tajne & <hasło> "ż\'' };
/** Makes the server answer with a Fault. */
export const faulty: Client = { username: 'fault', password: '' };

/** The same, with characters beyond the Basic Multilingual Plane. */
export const faultyEmoji: Client = { username: 'fault 😀', password: '' };

/** The result of a successful call. */
export const done = { result: 0, description: 'Żądanie przyjęto & wykonano' } as const;
/** The result for wrong credentials. */
export const unauthorised = { result: 101, description: 'Błędny <login> lub "hasło"' } as const;
