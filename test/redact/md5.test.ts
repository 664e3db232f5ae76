import { expect, it } from 'vitest';
import { md5 } from '../../src/redact/derived-secrets.js';

// RFC 1321, appendix A.5.
it.each([
  ['', 'd41d8cd98f00b204e9800998ecf8427e'],
  ['abc', '900150983cd24fb0d6963f7d28e17f72'],
  ['message digest', 'f96b697d7cb7938d525a2f31aaf161d0'],
])('the MD5 digest of "%s" is that of the standard', (text, digest) => {
  expect(md5(text)).toBe(digest);
});
