/** Headers that hold nothing secret: every request has them. */
const HARMLESS: ReadonlySet<string> = new Set(
  'accept accept-encoding connection content-length content-type host soapaction user-agent'.split(' '),
);

interface SentHead {
  readonly url: string;
  readonly headers: Readonly<Record<string, string | number>>;
}

export function* textsOfHead({ url, headers }: SentHead): Iterable<string> {
  yield* textsOfUrl(url);
  for (const [name, value] of Object.entries(headers)) {
    if (!HARMLESS.has(name.toLowerCase())) yield* textsOfHeader(name.toLowerCase(), String(value));
  }
}

function* textsOfUrl(url: string): Iterable<string> {
  if (!URL.canParse(url)) return;
  const { username, password, searchParams } = new URL(url);
  yield* [username, password];
  for (const [name, value] of searchParams) yield value === '' ? name : value;
}

const CREDENTIALS: ReadonlySet<string> = new Set(['authorization', 'proxy-authorization']);

function* textsOfHeader(name: string, value: string): Iterable<string> {
  const [, scheme, secret = value] = (CREDENTIALS.has(name) && /^(\S+)\s+(\S.*)$/.exec(value.trim())) || [];
  yield secret;
  yield* secret.split(/[\s,;="]+/);
  if (scheme?.toLowerCase() !== 'basic') return;
  const pair = Buffer.from(secret, 'base64').toString('utf8');
  yield* [pair, ...pair.split(/:(.*)/s)];
}
