/** The key of a number in any spelling. It shares no code with the library. */
export function numberKey(given: string): string {
  const digits = given.replace(/[^0-9]/g, '').replace(/^00/, '');
  if (!/^[0-9+\-.() ]+$/.test(given)) return given;
  if (/^[1-9][0-9]{8}$/.test(digits)) return `48${digits}`;
  return digits.length >= 10 ? digits : given;
}
