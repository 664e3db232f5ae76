/** The MD5 digest of a text's UTF-8 bytes, in hexadecimal: the form in which some accounts want their password. */
export function md5(text: string): string {
  // Loaded here: most programs never need it, and it would make importing the library dearer for all.
  return process.getBuiltinModule('node:crypto').createHash('md5').update(text, 'utf8').digest('hex');
}
