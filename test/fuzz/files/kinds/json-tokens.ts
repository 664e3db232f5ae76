/** What JSON is made of besides its values. */
export const JSON_MARKS = ['{', '}', '[', ']', '"', ':', ',', '\\', '\n', 'null'] as const;
