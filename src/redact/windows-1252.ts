/** The bytes 80 to 9F of windows-1252: some versions of Node.js take them for controls, as five of them are. */
const HIGH = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

/** A text that Node.js has read as windows-1252, as every version of it should have. */
export function asWindows1252(text: string): string {
  return text.replace(/[\u0080-\u009f]/g, (control) => HIGH[control.charCodeAt(0) - 0x80] as string);
}
