import { redact, type SecretSource } from '../redact/redact.js';

interface RedirectHead {
  readonly headers: Readonly<Record<string, string>>;
  readonly sent?: { readonly url: string } | undefined;
}

export function isRedirect(status: number): boolean {
  return status >= 300 && status < 400;
}

/**
 * Returns the target of a redirect, without user, query and fragment; `undefined` if there is none, or if it contains
 * data of the request.
 */
export function redirectTarget({ headers, sent }: RedirectHead, source: SecretSource): string | undefined {
  const { location } = headers;
  if (typeof location !== 'string' || !URL.canParse(location, sent?.url)) return undefined;
  const { origin, pathname, protocol } = new URL(location, sent?.url);
  if (protocol !== 'http:' && protocol !== 'https:') return undefined;
  const target = origin + pathname;
  return redact(target, source.secrets()) === target ? target : undefined;
}
