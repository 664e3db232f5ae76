import { CODES } from '../../domain/codes.js';
import { Problem } from '../../errors/problem.js';
import { type RequestFields, readRequestFields } from '../../http-client/description/received/request-fields.js';
import { parseContentType } from '../../http-message/content-type.js';
import { FORM, readForm } from '../../http-message/form.js';
import type { FormReader } from '../../http-message/multipart/read-multipart.js';
import type { WholeRequest } from '../../local-server/messages.js';
import type { RefusalCode } from '../gateway/refusal/descriptions.js';

/** The fields of a request, as far as they could be read. */
export interface ArrivedFields extends RequestFields {
  /** The code that refuses what cannot be read. */
  readonly unreadable: RefusalCode | undefined;
}

/** The most fields that are read. */
const MAX_FIELDS = 10_000;

/** Bytes that are none of the charset stand for special characters in these (section 7: 11). */
const TEXTS = /^(?:message|tts|subject|smil|param[1-4])$/;

/**
 * Reads the fields of a request. Of one that cannot be read as a whole there are those that tell in which form the
 * answer is wanted, and whose request it is.
 *
 * @param path - of the endpoint: `sms.do`
 * @param formReader - of `formReaderFor()`
 */
export function arrivedFields(path: string, request: WholeRequest, formReader: FormReader | undefined): ArrivedFields {
  const contentType = request.headers['content-type'];
  const isForm = [FORM, ''].includes(parseContentType(contentType).mediaType);
  const { query, body } = request;
  try {
    checkAmount(query, isForm ? body : NOTHING);
    return { ...readRequestFields({ path, query, contentType, body, formReader }), unreadable: undefined };
  } catch (problem) {
    if (!(problem instanceof Problem)) throw problem;
    const unreadable = TEXTS.test(problem.path) ? CODES.textNotAccepted : CODES.badRequest;
    return { fields: asciiFields(query, isForm ? body : NOTHING), files: new Map(), unreadable };
  }
}

/** Counts the fields before any of them is made. @throws Problem */
function checkAmount(query: string, form: Uint8Array): void {
  let count = query.split('&', MAX_FIELDS + 1).length;
  for (let at = form.indexOf(AMPERSAND); at !== -1 && count <= MAX_FIELDS; at = form.indexOf(AMPERSAND, at + 1)) {
    count += 1;
  }
  if (count > MAX_FIELDS) throw new Problem(`the request has more than ${MAX_FIELDS} fields`);
}

const AMPERSAND = 0x26;

/** The fields of the query and of a form, in a charset in which everything is something. */
function asciiFields(query: string, form: Uint8Array): RequestFields['fields'] {
  try {
    checkAmount(query, form);
    return new Map([Buffer.from(query), form].flatMap((given) => readForm(given, LATIN1, 'itself')));
  } catch (problem) {
    if (!(problem instanceof Problem)) throw problem;
    return new Map();
  }
}

const LATIN1 = 'iso-8859-1';

const NOTHING = new Uint8Array();
