/** A kind of hostile callback. */
export interface HostileBody {
  readonly name: string;
  readonly isMultipart: boolean;
  /** The lengths of the chunks in which it arrives. */
  readonly pieces: number;
  /** Builds a body of approximately this size in bytes. */
  readonly build: (bytes: number) => string;
}

export const HOSTILE_BOUNDARY = 'limit-7';

const DELIMITER = `--${HOSTILE_BOUNDARY}`;
const HEAD = `${DELIMITER}\r\nContent-Disposition: form-data; name="f"`;
const END = `\r\n${DELIMITER}--\r\n`;
const NEARLY = `\r\n${DELIMITER.slice(0, -1)}`;
const [PACKET, BYTE] = [65_536, 1] as const;

function fill(unit: string, bytes: number): string {
  return unit.repeat(Math.ceil(bytes / unit.length));
}

function files(name: string, pieces: number, content: (bytes: number) => string): HostileBody {
  const build = (bytes: number): string => `${HEAD}; filename="a"\r\n\r\n${content(bytes)}${END}`;
  return { name, isMultipart: true, pieces, build };
}

function multipart(name: string, pieces: number, build: (bytes: number) => string): HostileBody {
  return { name, isMultipart: true, pieces, build };
}

function form(name: string, pieces: number, build: (bytes: number) => string): HostileBody {
  return { name, isMultipart: false, pieces, build };
}

/** A valid body with one file. */
export const HONEST_BODY: HostileBody = files('a file', PACKET, (bytes) => fill('0123456789abcdef', bytes));

/** Bodies that are built to cost more than their size justifies. */
export const HOSTILE_BODIES: readonly HostileBody[] = [
  files('a file in single bytes', BYTE, (bytes) => fill('0123456789abcdef', bytes)),
  files('delimiters but for their last letter', PACKET, (bytes) => fill(NEARLY, bytes)),
  files('delimiters but for their last letter, in small pieces', 7, (bytes) => fill(NEARLY, bytes)),
  files('line ends', PACKET, (bytes) => fill('\r\n', bytes)),
  multipart('a field in single bytes', BYTE, (bytes) => `${HEAD}\r\n\r\n${fill('x', bytes)}${END}`),
  multipart('small fields', PACKET, (bytes) => fill(`${HEAD}\r\n\r\nx\r\n`, bytes) + END.slice(2)),
  multipart('small files', PACKET, (bytes) => fill(`${HEAD}; filename="a"\r\n\r\nx\r\n`, bytes) + END.slice(2)),
  multipart('delimiters alone', PACKET, (bytes) => fill(`${DELIMITER}\r\n`, bytes)),
  multipart('a preamble', PACKET, (bytes) => fill('preamble \r\n', bytes)),
  multipart('an epilogue', PACKET, (bytes) => `${DELIMITER}--\r\n${fill('x', bytes)}`),
  multipart('many lines in a head', PACKET, (bytes) => `${HEAD}\r\n${fill('X: y\r\n', bytes)}\r\nx${END}`),
  multipart('a long line in a head', PACKET, (bytes) => `${HEAD}${fill('; a="\\"', bytes)}\r\n\r\nx${END}`),
  multipart('heads of long lines', PACKET, (bytes) =>
    fill(`${HEAD}${fill(`; filename*=x''%`, 15_000)}\r\n\r\nx\r\n`, bytes),
  ),
  multipart('a head without an end, in single bytes', BYTE, (bytes) => `${DELIMITER}\r\n${fill('x', bytes)}`),
  form('ampersands', PACKET, (bytes) => fill('&', bytes)),
  form('small fields of a form', PACKET, (bytes) => fill('a=1&', bytes)),
  form('one name again and again', PACKET, (bytes) => `MsgId=1&status=1&${fill('a&', bytes)}`),
  form('escapes', PACKET, (bytes) => `a=${fill('%41', bytes)}`),
  form('percent signs', PACKET, (bytes) => `a=${fill('%', bytes)}`),
  form('messages', PACKET, (bytes) => `status=1&MsgId=${fill('a,', bytes)}a`),
  form(
    'messages with a value of each',
    PACKET,
    (bytes) => `status=${fill('a,', bytes / 2)}a&MsgId=${fill('a,', bytes / 2)}a`,
  ),
  form('a form in single bytes', BYTE, (bytes) => `status=1&MsgId=${fill('a', bytes)}`),
];
