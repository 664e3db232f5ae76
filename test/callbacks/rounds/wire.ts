import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { CALLBACKS, writeCallback } from '../../../src/callbacks/description/kinds.js';
import type { CallbackEvent } from '../../../src/callbacks/index.js';
import type { Random } from '../../fuzz/random.js';
import { multipartBytes, type RawPart, textPart } from '../support/requests.js';

/** The events of a call. */
export type Events = readonly [CallbackEvent, ...CallbackEvent[]];

/** The way a request is written and sent. */
export interface Sending {
  /** The path, and the query of the address, which may be empty. */
  readonly path: string;
  readonly query: string;
  readonly headers: readonly string[];
  readonly method: 'GET' | 'POST';
  /** A body without a stated length, in chunks. */
  readonly isChunked: boolean;
}

/** Draws how a call is sent: by the method of its kind or, where it has no files, by the other one. */
export function drawMethod(random: Random, [first]: Events): 'GET' | 'POST' {
  if (first.type === 'incoming-mms') return 'POST';
  return random.chance(0.8) ? CALLBACKS[first.type].method : random.pick(['GET', 'POST'] as const);
}

/** Writes the request of a call, byte for byte. */
export function requestOf(events: Events, { path, query, headers, method, isChunked }: Sending): Buffer {
  const [first] = events;
  const fields = [...writeCallback(events), ...Object.entries(first.unknownFields)] as [string, string][];
  const form = new URLSearchParams(fields).toString();
  const search = [query, method === 'GET' ? form : ''].filter((part) => part !== '').join('&');
  const parts: RawPart[] = fields.map(([name, value]) => textPart(name, value));
  for (const { name, type, bytes } of first.type === 'incoming-mms' ? first.files : []) {
    const disposition = `name="file"; filename="${name}"`;
    parts.push({ disposition, heads: [`Content-Type: ${type}`], content: bytes ?? '' });
  }
  const isMultipart = first.type === 'incoming-mms';
  const body = isMultipart ? multipartBytes(parts) : Buffer.from(form);
  const type = isMultipart ? 'multipart/form-data; boundary=limit-7' : 'application/x-www-form-urlencoded';
  const length = isChunked ? 'transfer-encoding: chunked' : `content-length: ${body.length}`;
  const heads = method === 'GET' ? [] : [`content-type: ${type}`, length];
  const target = `${path}${search === '' ? '' : `?${search}`}`;
  const head = [`${method} ${target} HTTP/1.1`, 'host: shop.test', 'connection: close', ...headers, ...heads];
  const end = isChunked ? Buffer.concat([Buffer.from(`${body.length.toString(16)}\r\n`), body, CHUNKS_END]) : body;
  return Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`), ...(method === 'GET' ? [] : [end])]);
}

const CHUNKS_END = Buffer.from('\r\n0\r\n\r\n');

/** How the bytes of a request go out. */
export interface Flow {
  /** The number of bytes after which the connection is cut. Default: all, and none is. */
  readonly cutAt?: number;
  /** The number of pieces that it is sent in. */
  readonly pieces: number;
}

/** Sends a request over a connection of its own. @returns the answer: its status and its text; `undefined` for none */
export async function send(
  port: number,
  request: Buffer,
  { cutAt, pieces }: Flow,
): Promise<{ readonly status: number; readonly text: string } | undefined> {
  const socket = connect(port, '127.0.0.1');
  let answer = '';
  const ended = new Promise<void>((resolve) => {
    socket.on('error', () => resolve()).on('close', () => resolve());
    socket.setEncoding('latin1').on('data', (piece: string) => {
      answer += piece;
    });
  });
  const bytes = request.subarray(0, cutAt);
  const size = Math.max(1, Math.ceil(bytes.length / pieces));
  for (let start = 0; start < bytes.length && !socket.destroyed; start += size) {
    socket.write(bytes.subarray(start, start + size));
    if (pieces > 1) await sleep(1);
  }
  if (cutAt !== undefined) {
    await sleep(2);
    socket.destroy();
  }
  const timer = setTimeout(() => socket.destroy(), 15_000);
  await ended;
  clearTimeout(timer);
  const [head = '', ...body] = answer.split('\r\n\r\n');
  const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1] ?? 0);
  if (status === 0) return undefined;
  const text = body.join('\r\n\r\n');
  return { status, text: /transfer-encoding: chunked/i.test(head) ? unchunked(text) : text };
}

function unchunked(text: string): string {
  return /^([\da-f]+)\r\n/.test(text) ? (text.split('\r\n')[1] ?? '') : text;
}
