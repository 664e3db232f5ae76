import { readdirSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import type { OperationName } from './envelopes.js';

/** A parsed HTTP message, recorded or written by hand. */
interface HttpMessage {
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly startLine: string;
  /** Without its transfer and content coding. */
  readonly body: Buffer;
}

/** A response of the corpus. */
export interface CorpusResponse {
  readonly name: string;
  readonly operation: OperationName;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** The originals of mutations. */
export interface Corpus {
  readonly responses: readonly [CorpusResponse, ...CorpusResponse[]];
  /** Bodies of requests. */
  readonly requests: readonly [Buffer, ...Buffer[]];
}

const FOLDER = new URL('../corpus/', import.meta.url);

/** Reads every set of the corpus. */
export function readCorpus(): Corpus {
  const responses: CorpusResponse[] = [];
  const requests: Buffer[] = [];
  for (const { name: set } of readdirSync(FOLDER, { withFileTypes: true }).filter((entry) => entry.isDirectory())) {
    const folder = new URL(`${set}/`, FOLDER);
    const index: { case: string; operation: OperationName }[] = JSON.parse(
      readFileSync(new URL('index.json', folder), 'utf8'),
    );
    for (const { case: name, operation } of index) {
      const { startLine, headers, body } = parse(readFileSync(new URL(`${name}.response.http`, folder)));
      responses.push({ name: `${set}/${name}`, operation, status: Number(startLine.split(' ')[1]), headers, body });
    }
    const files = readdirSync(folder).filter((file) => file.endsWith('.request.http'));
    requests.push(...files.map((file) => parse(readFileSync(new URL(file, folder))).body));
  }
  const [response, ...otherResponses] = responses;
  const [request, ...otherRequests] = requests;
  if (response === undefined || request === undefined) throw new Error('the corpus is empty');
  return { responses: [response, ...otherResponses], requests: [request, ...otherRequests] };
}

function parse(message: Buffer): HttpMessage {
  const end = message.indexOf('\r\n\r\n');
  const [startLine = '', ...lines] = message.subarray(0, end).toString('latin1').split('\r\n');
  const headers = Object.fromEntries(
    lines.map((line) => {
      const [name = '', value = ''] = line.split(/:\s*(.*)/s);
      return [name.toLowerCase(), value];
    }),
  );
  const transferred = message.subarray(end + 4);
  const body = headers['transfer-encoding'] === 'chunked' ? withoutChunks(transferred) : transferred;
  return { startLine, headers, body: headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body };
}

/** Decodes a chunked body up to its end or its first error. */
function withoutChunks(body: Buffer): Buffer {
  const text = body.toString('latin1');
  let data = '';
  for (let at = 0; at < text.length; ) {
    const size = /^([0-9a-fA-F]+)[^\r\n]*\r\n/.exec(text.slice(at, at + 40));
    const length = Number.parseInt(size?.[1] ?? '0', 16);
    if (size === null || length === 0) break;
    data += text.slice(at + size[0].length, at + size[0].length + length);
    at += size[0].length + length + 2;
  }
  return Buffer.from(data, 'latin1');
}
