/** At most 32 characters (section 8). A word such as `ERROR`, `null` or `false` has no digit; a bare `0` is no id. */
const BARE_ID = /^(?!OK|ERROR)(?=[\w-]*[1-9])[\da-z][\da-z_-]{0,31}$/i;

export function isBareId(text: string): boolean {
  return BARE_ID.test(text);
}
