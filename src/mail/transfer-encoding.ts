/** The ways in which the body of a mail travels (section 4.9). */
export type TransferEncoding = '8bit' | 'quoted-printable' | 'base64';

/** The most bytes of a line of a mail, and the most characters of a line in the two encodings of ASCII. */
const [MAX_LINE, MAX_ENCODED] = [998, 76];

/** A line as mail servers change it, in words; `undefined` for one that arrives as it is without an encoding. */
export function changedWithout8bit(line: string): string | undefined {
  if (Buffer.byteLength(line) > MAX_LINE) return `a line of more than ${MAX_LINE} bytes`;
  if (/[ \t]$/.test(line)) return 'white space at the end of a line';
  return line.startsWith('From ') ? 'a line that begins with "From "' : undefined;
}

/** Writes the lines of a text as the body of a mail, in UTF-8; its own lines end with CRLF. */
export function encodeBody(lines: readonly string[], encoding: TransferEncoding): string {
  if (encoding === 'base64') return wrapped(Buffer.from(lines.join('\r\n'), 'utf8').toString('base64'));
  const encoded = encoding === '8bit' ? lines : lines.map(quotedPrintable);
  return `${encoded.join('\r\n')}\r\n`;
}

function wrapped(base64: string): string {
  const lines: string[] = [];
  for (let at = 0; at < base64.length; at += MAX_ENCODED) lines.push(base64.slice(at, at + MAX_ENCODED));
  return `${lines.join('\r\n')}\r\n`;
}

/** Writes a line as quoted-printable (RFC 2045, section 6.7), with soft line breaks. */
function quotedPrintable(line: string): string {
  const bytes = Buffer.from(line, 'utf8');
  const lines: string[] = [];
  let current = '';
  bytes.forEach((byte, index) => {
    const isAtEdge = current === '' || index === bytes.length - 1;
    const written = isPlain(byte, isAtEdge) ? String.fromCharCode(byte) : escaped(byte);
    // One character is kept for the "=" of a soft line break.
    if (current.length + written.length >= MAX_ENCODED) {
      lines.push(`${current}=`);
      // What begins a line now stood inside one before.
      current = isPlain(byte, true) ? written : escaped(byte);
    } else current += written;
  });
  return [...lines, current].join('\r\n');
}

const [SPACE, EQUALS, TILDE] = [0x20, 0x3d, 0x7e];
/** What a line must not begin with: a dot is doubled by SMTP, `From ` is changed in mailboxes; nor end with: spaces. */
const CHANGED_AT_EDGES: ReadonlySet<number> = new Set([SPACE, 0x2e, 0x46]);

function isPlain(byte: number, isAtEdge: boolean): boolean {
  return byte >= SPACE && byte <= TILDE && byte !== EQUALS && !(isAtEdge && CHANGED_AT_EDGES.has(byte));
}

function escaped(byte: number): string {
  return `=${byte.toString(16).toUpperCase().padStart(2, '0')}`;
}
