import type { Client } from '../../generated/types.js';
import { text } from '../domain/check-values.js';
import { checkFilled, invalid } from '../options/check.js';
import { reading } from '../options/readable.js';
import { md5 } from '../redact/md5.js';

/** Makes the `client` part of requests. @throws ValidationError when what is given is no username and password */
export function clientPart(credentials: unknown, hash: 'none' | 'md5'): Client {
  if (typeof credentials !== 'object' || credentials === null) {
    return invalid('credentials', 'is not an object with username and password');
  }
  return reading({ credentials }, 'credentials', {}, () => {
    const { username, password } = credentials as Record<string, unknown>;
    const given = filledText(password, 'credentials.password');
    return {
      username: filledText(username, 'credentials.username'),
      password: hash === 'md5' ? md5(given) : given,
    };
  });
}

export function isSameClientPart(one: Client, other: Client): boolean {
  return one.username === other.username && one.password === other.password;
}

function filledText(value: unknown, path: string): string {
  return checkFilled(text(value, path), path);
}
