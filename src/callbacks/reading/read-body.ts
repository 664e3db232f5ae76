import { type ContentType, parseContentType } from '../../http-message/content-type.js';
import { FORM } from '../../http-message/form.js';
import { ByteCollector } from '../../http-message/multipart/byte-collector.js';
import { MULTIPART_FORM } from '../../http-message/multipart/write-multipart.js';
import { readChunks } from '../body/counted-body.js';
import { readFormFields } from '../body/form-fields.js';
import { RefusedRequest } from '../body/limits.js';
import { type FormTarget, readMultipartBody } from '../body/multipart-body.js';
import { takeParsedFields } from '../body/parsed-body.js';
import type { ArrivedBody, ArrivedCallback, ReadingSettings } from './arrived.js';

export interface BodyTarget extends FormTarget {
  bytes: Uint8Array | undefined;
}

/**
 * Reads the body of a POST. It may be empty and have no type: the gateway checks a new address with such a request.
 *
 * @throws RefusedRequest if the body is not a form, or was already read
 * @throws CallbackError if a field cannot be read
 */
export async function readBody(
  arrived: ArrivedCallback,
  { getSignal }: ReadingSettings,
  target: BodyTarget,
): Promise<void> {
  const { body } = arrived;
  const type = parseContentType(arrived.header('content-type'));
  checkCoding(arrived.header('content-encoding'));
  switch (body.kind) {
    case 'consumed':
      throw new RefusedRequest(400, 'the body was already read, and its content is lost');
    case 'parsed':
      return readParsed(body, type, arrived, target);
    default:
      return readStream(body.stream, type, arrived, getSignal(), target);
  }
}

function checkCoding(coding: string = ''): void {
  if (!['', 'identity'].includes(coding.trim().toLowerCase())) throw new RefusedRequest(415, 'the body is compressed');
}

function unsupported(): RefusedRequest {
  return new RefusedRequest(415, `the body is neither ${FORM} nor ${MULTIPART_FORM}`);
}

async function readStream(
  stream: AsyncIterable<Uint8Array>,
  { mediaType, charset, boundary = '' }: ContentType,
  arrived: ArrivedCallback,
  signal: AbortSignal,
  target: BodyTarget,
): Promise<void> {
  const { fields, limits } = target;
  const bounds = { most: limits.bodyBytes, statedLength: arrived.header('content-length'), signal };
  switch (mediaType) {
    case FORM: {
      const collector = new ByteCollector();
      await readChunks(stream, bounds, (chunk) => collector.add(chunk));
      target.bytes = collector.take();
      for (const field of readFormFields(target.bytes, charset, limits, fields.length)) fields.push(field);
      return;
    }
    case MULTIPART_FORM:
      return readMultipartBody(stream, bounds, boundary, target);
    case '':
      return readChunks(stream, bounds, (chunk) => {
        if (chunk.length > 0) throw unsupported();
      });
    default:
      throw unsupported();
  }
}

function readParsed(
  body: Extract<ArrivedBody, { readonly kind: 'parsed' }>,
  { mediaType, boundary = '' }: ContentType,
  arrived: ArrivedCallback,
  target: FormTarget,
): void {
  if (mediaType !== FORM && mediaType !== MULTIPART_FORM && mediaType !== '') throw unsupported();
  if (body.hasFiles) {
    const advice = 'Mount the handler before that parser';
    throw new RefusedRequest(400, `the files of the form were already read by another parser. ${advice}`);
  }
  const before = target.fields.length;
  takeParsedFields(body.value, target);
  if (target.fields.length > before) return;
  // Some parsers set an empty object for any body. Only the length shows that it was empty.
  const most = mediaType === MULTIPART_FORM ? boundary.length + EMPTY_MULTIPART : 0;
  const length = arrived.header('content-length');
  if (length !== undefined ? Number(length) > most : arrived.header('transfer-encoding') !== undefined) {
    throw new RefusedRequest(400, 'the body was already read, and its content is lost');
  }
}

const EMPTY_MULTIPART = 8;
