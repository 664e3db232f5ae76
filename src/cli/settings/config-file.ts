import { getNodeValue, type Node, type ParseError, parseTree, printParseErrorCode, visit } from 'jsonc-parser';
import { systemCode } from '../../errors/system-code.js';
import { CommandError } from '../running/failure.js';
import { readSmallFile } from './small-file.js';

/** An account in the configuration file. */
export interface Profile {
  /** The address of the SOAP interface; of an account that has a token and no user name that of HTTP. */
  readonly url?: string | readonly string[];
  readonly username?: string;
  /** The variable of the environment that holds the password. */
  readonly passwordEnv?: string;
  /** The file that holds the password; beside the configuration file, where it is not absolute. */
  readonly passwordFile?: string;
  /** The form in which the password is sent. */
  readonly hash?: 'none' | 'md5';
  /** The address of the HTTP interface. */
  readonly httpUrl?: string | readonly string[];
  /** The variable of the environment that holds the token. */
  readonly tokenEnv?: string;
  /** The file that holds the token; beside the configuration file, where it is not absolute. */
  readonly tokenFile?: string;
  /** The variant of the HTTP interface. */
  readonly variant?: 'current' | 'earlier';
  /** A file with the certificates of further authorities. */
  readonly ca?: string;
  /** The address of a proxy, or `env`. */
  readonly proxy?: string;
  /** Time for a whole call, in milliseconds. */
  readonly timeoutMs?: number;
  readonly maxConcurrency?: number;
  readonly maxPerSecond?: number;
}

/** The depth to which objects and lists may be nested: profiles have four. Deep ones would overflow the stack. */
const MAX_DEPTH = 16;

type Kind = (value: unknown) => string | undefined;

const text: Kind = (value) => (typeof value === 'string' && value !== '' ? undefined : 'is not a text');
const fileName: Kind = (value) =>
  value === '-' ? 'is -, and the standard input is not read for a profile: write ./-' : text(value);
const number: Kind = (value) => (typeof value === 'number' && value > 0 ? undefined : 'is not a number above zero');
const texts: Kind = (value) =>
  (Array.isArray(value) && value.length > 0 ? value : [value]).every((one) => text(one) === undefined)
    ? undefined
    : 'is neither a text nor a list of texts';
const hash: Kind = (value) => (value === 'none' || value === 'md5' ? undefined : "is neither 'none' nor 'md5'");
const variant: Kind = (value) =>
  value === 'current' || value === 'earlier' ? undefined : "is neither 'current' nor 'earlier'";

const KINDS: Readonly<Record<keyof Profile, Kind>> = {
  url: texts,
  username: text,
  passwordEnv: text,
  passwordFile: fileName,
  hash,
  httpUrl: texts,
  tokenEnv: text,
  tokenFile: fileName,
  variant,
  ca: fileName,
  proxy: text,
  timeoutMs: number,
  maxConcurrency: number,
  maxPerSecond: number,
};

/**
 * Reads the profiles of a configuration file.
 *
 * @returns the profiles by name; `undefined` when there is no such file
 * @throws CommandError that names the file and the place: `sms-service.json:3:9`
 */
export function readConfigFile(file: string): ReadonlyMap<string, Profile> | undefined {
  let content: string;
  try {
    content = readSmallFile(file).replace(/^\ufeff/, '');
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return undefined;
    throw error;
  }
  return new ConfigReader(file, content).profiles();
}

class ConfigReader {
  readonly #file: string;
  readonly #content: string;

  constructor(file: string, content: string) {
    this.#file = file;
    this.#content = content;
  }

  profiles(): ReadonlyMap<string, Profile> {
    this.#checkDepth();
    const errors: ParseError[] = [];
    const tree = parseTree(this.#content, errors);
    const [error] = errors;
    if (error !== undefined) this.#refuse(error.offset, `is no JSON: ${words(printParseErrorCode(error.error))}`);
    const root = this.#properties(tree, 'the file');
    for (const [name, { key }] of root) {
      if (name !== 'profiles') this.#refuse(key.offset, `${name} is not known here; known is profiles`);
    }
    const profiles = root.get('profiles');
    if (profiles === undefined) return this.#refuse(tree?.offset ?? 0, 'has no profiles');
    const read = [...this.#properties(profiles.value, 'profiles')].map(
      ([name, { value }]) => [name, this.#profile(value, `profiles.${name}`)] as const,
    );
    return new Map(read);
  }

  #checkDepth(): void {
    let depth = 0;
    const begin = (offset: number): void => {
      depth += 1;
      if (depth > MAX_DEPTH) this.#refuse(offset, `is more than ${MAX_DEPTH} objects and lists inside each other`);
    };
    const end = (): void => {
      depth -= 1;
    };
    visit(this.#content, { onObjectBegin: begin, onArrayBegin: begin, onObjectEnd: end, onArrayEnd: end });
  }

  #profile(node: Node | undefined, at: string): Profile {
    for (const [name, { key, value }] of this.#properties(node, at)) {
      const place = `${at}.${name}`;
      if (name === 'password' || name === 'token') {
        const instead = `name the variable that holds it in ${name}Env, or the file in ${name}File`;
        this.#refuse(key.offset, `${place}: a ${name} does not belong into this file; ${instead}`);
      }
      if (!Object.hasOwn(KINDS, name)) {
        this.#refuse(key.offset, `${place} is not known here; known are ${Object.keys(KINDS).join(', ')}`);
      }
      const problem = KINDS[name as keyof Profile](value === undefined ? undefined : getNodeValue(value));
      if (problem !== undefined) this.#refuse((value ?? key).offset, `${place} ${problem}`);
    }
    return node === undefined ? {} : (getNodeValue(node) as Profile);
  }

  #properties(
    node: Node | undefined,
    what: string,
  ): ReadonlyMap<string, { readonly key: Node; readonly value: Node | undefined }> {
    if (node?.type !== 'object') return this.#refuse(node?.offset ?? 0, `${what} is not an object`);
    const pairs = (node.children ?? []).map(({ children: [key, value] = [] }) => ({ key, value }));
    return new Map(pairs.flatMap(({ key, value }) => (key === undefined ? [] : [[String(key.value), { key, value }]])));
  }

  #refuse(offset: number, reason: string): never {
    const before = this.#content.slice(0, offset).split('\n');
    throw new CommandError(`${this.#file}:${before.length}:${(before.at(-1)?.length ?? 0) + 1}: ${reason}`);
  }
}

/** `CommaExpected` as `comma expected`. */
function words(code: string): string {
  return code.replace(/\B[A-Z]/g, ' $&').toLowerCase();
}
