/** The reason for each difference, by the id of the case in the W3C suite. */
export type KnownDifferences = Readonly<Record<string, string>>;

/** Documents without a DTD that are accepted although they are not well-formed. */
export const ACCEPTED_NOT_WELL_FORMED: KnownDifferences = {
  'hst-lhs-007': 'a byte order mark of UTF-8 outranks the declared ISO-8859-1 (docs/wire.md: charset)',
  'hst-lhs-008': 'a byte order mark of UTF-16 outranks the declared UTF-8 (docs/wire.md: charset)',
  'rmt-ns10-023': 'a prefix bound to the empty text names no namespace (docs/wire.md), as PHP writes it',
};

/** Documents without a DTD that are rejected although they are well-formed. */
export const REFUSED_WELL_FORMED: KnownDifferences = {
  'o-p04pass1': 'a name whose local part begins with a combining character (the case says NAMESPACE="no")',
  'o-p05pass1': 'a name that begins with a colon, the same',
};

/** Documents that give different results in saxes and in our reader after their DOCTYPE was removed. */
export const DIFFERENT_FROM_SAXES: KnownDifferences = {
  'rmt-ns10-012':
    'saxes trims namespace names; without the DTD that calls one an NMTOKEN, " urn:xyzzy " is a name of its own',
  ...Object.fromEntries(
    ['rmt-ns10-023', 'rmt-ns11-003', 'rmt-ns11-004', 'rmt-ns11-005'].map((id) => [
      id,
      'saxes refuses a prefix that is bound to the empty text',
    ]),
  ),
};
