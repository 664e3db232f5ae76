/** The tokens of JSON that are not values. */
export const JSON_MARKS = ['{', '}', '[', ']', '"', ':', ',', '\\', '\n', 'null'] as const;
