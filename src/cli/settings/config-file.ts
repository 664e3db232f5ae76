import { closeSync, openSync } from 'node:fs';
import {
  findNodeAtLocation,
  getNodeValue,
  type Node,
  type ParseError,
  parseTree,
  printParseErrorCode,
} from 'jsonc-parser';
import { systemCode } from '../../errors/service-error.js';
import { readInto } from '../../files/own-file.js';
import { isObject } from '../../options/check.js';
import { CommandError } from '../running/failure.js';

export interface Profile {
  /** The URL of the SOAP interface; of the HTTP interface for an account with a token and without a user name. */
  readonly url?: string | readonly string[];
  readonly username?: string;
  /** The environment variable that contains the password. */
  readonly passwordEnv?: string;
  /** The file that contains the password, relative to the configuration file. */
  readonly passwordFile?: string;
  readonly hash?: 'none' | 'md5';
  readonly httpUrl?: string | readonly string[];
  /** The environment variable that contains the token. */
  readonly tokenEnv?: string;
  /** The file that contains the token, relative to the configuration file. */
  readonly tokenFile?: string;
  readonly variant?: 'current' | 'earlier';
  /** A file with the certificates of further authorities, relative to the configuration file. */
  readonly ca?: string;
  /** The URL of a proxy, or `env`. */
  readonly proxy?: string;
  /** The time for a complete call, in milliseconds. */
  readonly timeoutMs?: number;
  readonly maxConcurrency?: number;
  readonly maxPerSecond?: number;
}

type Check = (value: unknown) => string | undefined;

const text: Check = (value) => (typeof value === 'string' && value !== '' ? undefined : 'must be a text');
const fileName: Check = (value) =>
  value === '-' ? 'cannot be the standard input. For a file with the name - write ./-' : text(value);
const positive: Check = (value) => (typeof value === 'number' && value > 0 ? undefined : 'must be a number above zero');
const texts: Check = (value) =>
  (Array.isArray(value) && value.length > 0 ? value : [value]).every((one) => text(one) === undefined)
    ? undefined
    : 'must be a text or a list of texts';
const oneOf =
  (...words: readonly string[]): Check =>
  (value) =>
    words.some((word) => word === value) ? undefined : `must be ${words.join(' or ')}`;

const CHECKS: Readonly<Record<keyof Profile, Check>> = {
  url: texts,
  username: text,
  passwordEnv: text,
  passwordFile: fileName,
  hash: oneOf('none', 'md5'),
  httpUrl: texts,
  tokenEnv: text,
  tokenFile: fileName,
  variant: oneOf('current', 'earlier'),
  ca: fileName,
  proxy: text,
  timeoutMs: positive,
  maxConcurrency: positive,
  maxPerSecond: positive,
};

/**
 * Reads the profiles of a configuration file.
 *
 * @returns the profiles by name; `undefined` if the file does not exist
 * @throws CommandError that names file, line and column: `sms-service.json:3:9`
 */
export function readConfigFile(file: string): ReadonlyMap<string, Profile> | undefined {
  let content: string;
  try {
    content = readSmallFile(file).replace(/^\ufeff/, '');
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return undefined;
    throw error;
  }
  let tree: Node | undefined;
  const refuse = (place: number | readonly string[], reason: string): never => {
    const offset = typeof place === 'number' ? place : offsetOf(tree, place);
    const before = content.slice(0, offset).split('\n');
    const at = `${file}:${before.length}:${(before.at(-1)?.length ?? 0) + 1}`;
    throw new CommandError(`${at}: ${typeof place === 'number' ? '' : `${place.join('.') || 'the file'} `}${reason}`);
  };
  const errors: ParseError[] = [];
  try {
    tree = parseTree(content, errors);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    refuse(0, 'is nested too deeply');
  }
  const [error] = errors;
  if (error !== undefined) refuse(error.offset, `is not valid JSON: ${sentenceOf(printParseErrorCode(error.error))}`);
  const objectAt = (path: readonly string[], value: unknown): Readonly<Record<string, unknown>> =>
    isObject(value) && !Array.isArray(value) ? (value as Record<string, unknown>) : refuse(path, 'must be an object');
  const { profiles, ...others } = objectAt([], tree === undefined ? undefined : getNodeValue(tree));
  const [other] = Object.keys(others);
  if (other !== undefined) refuse([other], 'is not a field of this file. Put accounts below "profiles"');
  const entries = Object.entries(objectAt(['profiles'], profiles)).map(([name, profile]) => {
    for (const [field, value] of Object.entries(objectAt(['profiles', name], profile))) {
      const path = ['profiles', name, field];
      if (field === 'password' || field === 'token') {
        refuse(path, `must not be in this file. Name a variable in ${field}Env, or a file in ${field}File`);
      }
      if (!Object.hasOwn(CHECKS, field)) refuse(path, `is unknown. Known fields: ${Object.keys(CHECKS).join(', ')}`);
      const problem = CHECKS[field as keyof Profile](value);
      if (problem !== undefined) refuse(path, problem);
    }
    return [name, profile as Profile] as const;
  });
  return new Map(entries);
}

function offsetOf(tree: Node | undefined, path: readonly string[]): number {
  const node = tree && findNodeAtLocation(tree, [...path]);
  if (node !== undefined || path.length === 0) return node?.offset ?? tree?.offset ?? 0;
  return offsetOf(tree, path.slice(0, -1));
}

function sentenceOf(code: string): string {
  return code.replace(/\B[A-Z]/g, ' $&').toLowerCase();
}

const MAX_BYTES = 1_048_576;

/**
 * Reads a file that a person has written. It may be a device without an end: no more than 1 MiB is read.
 *
 * @throws CommandError if it is larger
 * @throws Error of `node:fs` if it cannot be read
 */
export function readSmallFile(file: string): string {
  const bytes = Buffer.allocUnsafe(MAX_BYTES + 1);
  const descriptor = openSync(file, 'r');
  try {
    const size = readInto(bytes, descriptor);
    if (size > MAX_BYTES) throw new CommandError(`${file} has more than ${MAX_BYTES} bytes`);
    return bytes.toString('utf8', 0, size);
  } finally {
    closeSync(descriptor);
  }
}
