import path from 'node:path';
import { readConfigFile } from '../../../../src/cli/settings/config-file.js';
import type { Random } from '../../random.js';
import { Broken, type FileKind } from '../file-kind.js';
import { JSON_MARKS } from './json-tokens.js';

const NAME = 'sms-service.json';
const TOKENS = [...JSON_MARKS, '//', '/*', '*/', '1e999', '"password":'] as const;

/** The configuration of the command. */
export const configFiles: FileKind = {
  name: 'config-file',
  form: 'json',
  tokens: TOKENS,
  place: /sms-service\.json:\d+:\d+: /,
  honest: (random, bytes) => {
    const count = Math.max(1, Math.floor((bytes / 300) * (0.2 + random.next() * 0.8)));
    const profiles = Object.fromEntries(
      Array.from({ length: bytes > 10_000 ? bytes / 260 : count }, (_, index) => [`p${index}`, profile(random, index)]),
    );
    return {
      files: new Map([[NAME, Buffer.from(JSON.stringify({ profiles }, undefined, random.pick([0, 2])))]]),
      readers: [
        {
          name: 'profiles',
          read: (folder) => {
            const read = readConfigFile(path.join(folder, NAME));
            for (const one of read?.values() ?? []) checkProfile(one);
            return { outcome: read === undefined ? 'nothing' : 'read' };
          },
        },
      ],
    };
  },
};

function profile(random: Random, index: number): object {
  return {
    url: random.chance(0.5) ? `https://gateway${index}.test/` : ['https://a.test/', 'https://b.test/'],
    username: 'demo',
    ...(random.chance(0.5) ? { passwordEnv: 'SECRET' } : { passwordFile: 'password.txt' }),
    ...(random.chance(0.3) && { hash: random.pick(['none', 'md5']) }),
    ...(random.chance(0.3) && { ca: 'ca.pem', proxy: 'env' }),
    ...(random.chance(0.3) && { timeoutMs: 20_000, maxConcurrency: 4, maxPerSecond: 8.5 }),
  };
}

/** Checks that an accepted configuration conforms to its types, because no later code checks it. */
function checkProfile(profile: object): void {
  const prototype: unknown = Object.getPrototypeOf(profile);
  if (prototype !== null && prototype !== Object.prototype) throw new Broken('a profile has another prototype');
  for (const [name, value] of Object.entries(profile)) {
    const isRight =
      typeof value === 'string' ||
      (typeof value === 'number' && value > 0) ||
      (name === 'url' && Array.isArray(value) && value.every((one) => typeof one === 'string'));
    if (!isRight || name === 'password') throw new Broken(`a profile has ${name} of another type`);
  }
}
