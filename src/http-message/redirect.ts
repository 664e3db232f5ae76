import { redact, type SecretSource } from '../redact/redact.js';

/** The head of a response, and where its request went. */
interface RedirectHead {
  readonly headers: Readonly<Record<string, string>>;
  readonly sent?: { readonly url: string } | undefined;
}

/** Tells whether a status is that of a redirect. */
export function isRedirect(status: number): boolean {
  return status >= 300 && status < 400;
}

/**
 * Tells where a redirect leads, without user, query and fragment; `undefined` where it does not say so, and where that
 * holds something of the request.
 */
export function redirectTarget({ headers, sent }: RedirectHead, source: SecretSource): string | undefined {
  const { location } = headers;
  if (typeof location !== 'string' || !URL.canParse(location, sent?.url)) return undefined;
  const { origin, pathname, protocol } = new URL(location, sent?.url);
  if (protocol !== 'http:' && protocol !== 'https:') return undefined;
  const target = origin + pathname;
  return redact(target, source.secrets()) === target ? target : undefined;
}
