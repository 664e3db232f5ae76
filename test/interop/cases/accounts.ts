import type { Client } from '../../../generated/index.js';

// Typed by hand after seed.json.

/** Several of everything. */
export const anna: Client = { username: 'anna', password: 'tajne & <hasło> "ż\'' };
/** One of everything, and too few points for a message. */
export const jedynak: Client = { username: 'jedynak', password: 'sam' };
/** Nothing at all; the password is empty. */
export const pusty: Client = { username: 'pusty', password: '' };
/** Nothing at all, for clients, which refuse an empty password. */
export const goly: Client = { username: 'goly', password: 'nic' };
/** White space around the name and the password, and sender names of nothing else. */
export const odstep: Client = { username: ' odstęp ', password: '\t hasło \r\n' };
/** Known, but the password is not hers. */
export const stranger: Client = { username: 'anna', password: 'Tajne & <hasło> "ż\'' };
/** Makes the server answer with a Fault. */
export const faulty: Client = { username: 'fault', password: '' };

/** The same, with characters beyond the Basic Multilingual Plane. */
export const faultyEmoji: Client = { username: 'fault 😀', password: '' };

/** The result of a successful call. */
export const done = { result: 0, description: 'Żądanie przyjęto & wykonano' } as const;
/** The result for wrong credentials. */
export const unauthorised = { result: 101, description: 'Błędny <login> lub "hasło"' } as const;
