import { gzipSync } from 'node:zlib';

/** The length of an HTTP message in bytes, once its head has arrived; it has a Content-Length, or no body. */
export function lengthOf(bytes: Buffer): number | undefined {
  const end = headLength(bytes);
  if (end === undefined) return undefined;
  const head = bytes.toString('latin1', 0, end);
  return end + Number(/^content-length: *(\d+)/im.exec(head)?.[1] ?? 0);
}

/** The length of the head of an HTTP message with its empty line, once it has arrived. */
export function headLength(bytes: Buffer): number | undefined {
  const end = bytes.indexOf('\r\n\r\n');
  return end === -1 ? undefined : end + 4;
}

/** The body of an HTTP message. */
export function bodyOf(message: Buffer): Buffer {
  return message.subarray(headLength(message) ?? message.length);
}

/** An HTTP response with its right length. */
export function responseOf(
  status: string,
  body: Uint8Array | string,
  headers: Readonly<Record<string, string>> = { 'content-type': 'text/html; charset=utf-8' },
): Buffer {
  const bytes = Buffer.from(body);
  return withHead(status, { ...headers, 'content-length': String(bytes.length) }, bytes);
}

/** An HTTP response with exactly these headers. */
export function withHead(status: string, headers: Readonly<Record<string, string>>, body: Uint8Array): Buffer {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.concat([Buffer.from(`HTTP/1.1 ${status}\r\n${lines.join('')}\r\n`, 'latin1'), body]);
}

/** The response of a gateway with the code 203. */
export function tooMany(request: Buffer): Buffer {
  const operation = /soapaction: *"[^"]*?(\w+)"/i.exec(request.toString('latin1'))?.[1] ?? '';
  const envelope =
    '<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"><e:Body>' +
    `<${operation}Response><result>203</result><description>too many</description></${operation}Response>` +
    '</e:Body></e:Envelope>';
  return responseOf('200 OK', envelope, XML);
}

const XML = { 'content-type': 'text/xml; charset=utf-8' };

/** How the end of a response body is marked. */
export type Framing = 'length' | 'chunked' | 'until-close' | 'gzip';

/** The gateway's response in another framing. */
export function framed(response: Buffer, framing: Framing): Buffer {
  const body = bodyOf(response);
  if (framing === 'length') return response;
  if (framing === 'gzip') return responseOf('200 OK', gzipSync(body), { ...XML, 'content-encoding': 'gzip' });
  if (framing === 'until-close') return withHead('200 OK', { ...XML, connection: 'close' }, body);
  const size = Math.ceil(body.length / 3);
  const chunks = [0, 1, 2].map((index) => body.subarray(index * size, (index + 1) * size));
  const parts = chunks.flatMap((chunk) => [
    Buffer.from(`${chunk.length.toString(16)}\r\n`),
    chunk,
    Buffer.from('\r\n'),
  ]);
  return withHead(
    '200 OK',
    { ...XML, 'transfer-encoding': 'chunked' },
    Buffer.concat([...parts, Buffer.from('0\r\n\r\n')]),
  );
}

/** The response cut after so many bytes of its body, with the Content-Length of the remaining bytes. */
export function shortened(response: Buffer, bytes: number): Buffer {
  const body = bodyOf(response);
  return withLength(response, Math.min(bytes, body.length), body.subarray(0, bytes));
}

/** The response with a Content-Length that is wrong by so many bytes. */
export function lying(response: Buffer, by: number): Buffer {
  const body = bodyOf(response);
  return withLength(response, Math.max(0, body.length + by), body);
}

function withLength(response: Buffer, length: number, body: Buffer): Buffer {
  const head = response.toString('latin1', 0, headLength(response));
  return Buffer.concat([Buffer.from(head.replace(/^(content-length: *)\d+/im, `$1${length}`), 'latin1'), body]);
}
