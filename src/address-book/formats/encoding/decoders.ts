import { isUtf8 } from 'node:buffer';

/** What was made of some bytes. */
export interface Decoded {
  readonly text: string;
  /** The bytes of the line behind the text, where they cannot be decoded. */
  readonly fault?: Uint8Array | undefined;
}

/** Decodes a file in the order of its pieces, wherever they begin and end. */
export interface Decoder {
  readonly decode: (bytes: Uint8Array) => Decoded;
  /** Ends the file, or what of it comes as bytes: nothing may be left of a character. */
  readonly end: () => Decoded;
}

const LINE_FEED = 0x0a;
const NO_BYTES = new Uint8Array();

/** Makes a decoder. @param encoding - as `checkEncoding` names it */
export function decoderOf(encoding: string): Decoder {
  if (encoding === 'utf-8') return utf8();
  if (encoding === 'utf-16le' || encoding === 'utf-16be') return utf16(encoding === 'utf-16be');
  return byTable(encoding);
}

function utf8(): Decoder {
  let begun: Uint8Array = NO_BYTES;
  const take = (bytes: Uint8Array): Decoded => {
    if (isUtf8(bytes)) return { text: textOf(bytes) };
    const start = faultyLine(bytes);
    return { text: textOf(bytes.subarray(0, start)), fault: lineAt(bytes, start) };
  };
  return {
    decode: (chunk) => {
      const bytes = together(begun, chunk);
      const whole = bytes.length - begunBytes(bytes);
      begun = Uint8Array.from(bytes.subarray(whole));
      return take(bytes.subarray(0, whole));
    },
    end: () => {
      const rest = begun;
      begun = NO_BYTES;
      return take(rest);
    },
  };
}

function textOf(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('utf8');
}

function together(begun: Uint8Array, chunk: Uint8Array): Uint8Array {
  return begun.length === 0 ? chunk : Buffer.concat([begun, chunk]);
}

/** Counts the bytes at the end that belong to a character of UTF-8 that goes on in the next chunk. */
export function begunBytes(bytes: Uint8Array): number {
  for (let back = 1; back <= 3 && back <= bytes.length; back++) {
    const byte = bytes[bytes.length - back] as number;
    const isContinuation = byte >= 0x80 && byte < 0xc0;
    if (isContinuation) continue;
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1;
    return back < length ? back : 0;
  }
  return 0;
}

/** Finds the beginning of the first line that is not UTF-8. */
function faultyLine(bytes: Uint8Array): number {
  for (let from = 0; ; ) {
    const end = bytes.indexOf(LINE_FEED, from) + 1;
    if (end === 0 || !isUtf8(bytes.subarray(from, end))) return from;
    from = end;
  }
}

/** The bytes of a line, from a place in it. */
export function lineAt(bytes: Uint8Array, start: number): Uint8Array {
  const end = bytes.indexOf(LINE_FEED, start);
  return bytes.subarray(start, end === -1 ? undefined : end);
}

const LAST_HIGH_SURROGATE = /[\ud800-\udbff]$/;
/** With the flag, what belongs together is one character. */
const LONE_SURROGATE = /\p{Cs}/u;

function utf16(isBigEndian: boolean): Decoder {
  let begun: Uint8Array = NO_BYTES;
  return {
    decode: (chunk) => {
      const bytes = together(begun, chunk);
      let whole = bytes.length - (bytes.length % 2);
      // A copy: its bytes may be turned round.
      const units = Buffer.from(bytes.subarray(0, whole));
      let text = (isBigEndian ? units.swap16() : units).toString('utf16le');
      if (LAST_HIGH_SURROGATE.test(text)) {
        whole -= 2;
        text = text.slice(0, -1);
      }
      begun = Uint8Array.from(bytes.subarray(whole));
      const at = LONE_SURROGATE.exec(text)?.index;
      return at === undefined ? { text } : { text: text.slice(0, at), fault: NO_BYTES };
    },
    end: () => {
      const isHalf = begun.length > 0;
      begun = NO_BYTES;
      return isHalf ? { text: '', fault: NO_BYTES } : { text: '' };
    },
  };
}

/** The bytes 80 to 9F of windows-1252: some versions of Node.js take them for controls, as five of them are. */
const WINDOWS_1252 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';
const CONTROLS = /[\u0080-\u009f]/g;
/** What bytes become that an encoding has no character for. */
const UNKNOWN = /[\u0080-\u009f\ufffd]/;

function byTable(encoding: string): Decoder {
  const decoder = new TextDecoder(encoding, { ignoreBOM: true });
  const decode = (bytes: Uint8Array, options: { readonly stream: boolean }): Decoded => {
    let text = decoder.decode(bytes, options);
    if (encoding === 'windows-1252') {
      text = text.replace(CONTROLS, (control) => WINDOWS_1252[control.charCodeAt(0) - 0x80] as string);
    }
    const at = UNKNOWN.exec(text)?.index;
    if (at === undefined) return { text };
    const isByteByByte = text.length === bytes.length;
    return { text: text.slice(0, at), fault: isByteByByte ? lineAt(bytes, at) : NO_BYTES };
  };
  return {
    decode: (bytes) => decode(bytes, { stream: true }),
    end: () => decode(NO_BYTES, { stream: false }),
  };
}
