const MIN_BASE64 = 7;

/**
 * Yields a secret and its derived forms: its MD5 digest, and the part of its base64 that does not depend on the
 * surrounding text. Base64 in its own letter case is decoded elsewhere; this finds it in another case, or cut.
 */
export function* withDerived(secret: string): Iterable<string> {
  yield secret;
  yield md5(secret);
  for (const before of [0, 1, 2]) {
    const bytes = Buffer.concat([Buffer.alloc(before), Buffer.from(secret)]);
    const completeLetters = Math.floor((bytes.length * 8) / 6);
    const base64 = bytes.toString('base64').slice(Math.ceil((before * 8) / 6), completeLetters);
    if (base64.length >= MIN_BASE64) yield base64;
  }
}

/** The MD5 digest of a text's UTF-8 bytes, in hexadecimal: the form in which some accounts want their password. */
export function md5(text: string): string {
  // Loaded here: most programs never need it, and it would make importing the library dearer for all.
  return process.getBuiltinModule('node:crypto').createHash('md5').update(text, 'utf8').digest('hex');
}
