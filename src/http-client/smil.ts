import { checkFilled, invalid, isObject } from '../options/check.js';
import { checkNames } from '../options/table.js';
import { checkText } from './description/parts/kinds.js';

/** The content of an MMS. */
export interface SmilContent {
  /** A text. */
  readonly text?: string | undefined;
  /** A picture, which is embedded. */
  readonly image?: SmilImage | undefined;
}

/** A picture of an MMS. */
export interface SmilImage {
  readonly bytes: Uint8Array;
  /** Its media type: `image/jpeg`, `image/png`, `image/gif`. */
  readonly type: string;
}

const IMAGE_TYPE = /^image\/[a-z\d][a-z\d.+-]{0,63}$/;

/**
 * Writes the body of an MMS in SMIL 1.0 (section 4.2), with its text and its picture embedded as data URLs.
 * Special characters are escaped.
 *
 * @throws ValidationError when there is neither text nor picture, or one of them is not usable
 *
 * @example
 * ```ts
 * import { readFile } from 'node:fs/promises';
 *
 * const image = { bytes: await readFile('parcel.jpg'), type: 'image/jpeg' };
 * await http.mms.send({ to: '48500100200', subject: 'Your parcel', smil: smil({ text: 'It is here', image }) });
 * ```
 */
export function smil(content: SmilContent): string {
  const { text, image } = checkNames(content, { text: true, image: true }, 'the content');
  const parts: string[] = [];
  if (image !== undefined) parts.push(`<img src="${dataOf(image)}" region="Image"/>`);
  if (text !== undefined) {
    // Percent-encoded, so that nothing in it is markup.
    const encoded = encodeURIComponent(checkText(text, 'text', 'mms.do')).replaceAll("'", '%27');
    parts.push(`<text src="data:text/plain;charset=utf-8,${encoded}" region="Text"/>`);
  }
  if (parts.length === 0) invalid('text', 'is missing: set text, image or both');
  const layout =
    '<layout><root-layout width="100%" height="100%"/>' +
    '<region id="Image" width="100%" height="70%" left="0" top="0"/>' +
    '<region id="Text" width="100%" height="30%" left="0" top="70%"/></layout>';
  return `<smil><head>${layout}</head><body><par>${parts.join('')}</par></body></smil>`;
}

function dataOf(image: SmilImage): string {
  if (!isObject(image)) return invalid('image', 'must be an object with bytes and type');
  const { bytes, type } = checkNames(image, { bytes: true, type: true }, 'image');
  if (!(bytes instanceof Uint8Array) || bytes.length === 0)
    invalid('image.bytes', 'must be a Uint8Array that is not empty');
  if (!IMAGE_TYPE.test(checkFilled(type, 'image.type')))
    invalid('image.type', 'must be the media type of an image, such as image/png');
  return `data:${type};base64,${Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('base64')}`;
}
