import { types } from 'node:util';
import { CallbackError } from '../../errors/incoming-error.js';
import { isObject } from '../../options/check.js';
import { bodyTooLarge } from './counted-body.js';
import { checkField, shownName } from './form-fields.js';
import { RefusedRequest } from './limits.js';
import type { FormTarget } from './multipart-body.js';

const MAX_DEPTH = 8;

/**
 * Reads the fields that a form parser has created: texts, lists for repeated names, and the objects that `qs` creates
 * for names in brackets. Everything else is refused.
 *
 * @throws RefusedRequest if the value exceeds the limits, or no form parser creates it
 * @throws CallbackError for a value that is not text
 */
export function takeParsedFields(value: unknown, target: FormTarget): void {
  if (!isObject(value) || types.isUint8Array(value)) throw notUnderstood();
  let bytes = 0;
  const take = (name: string, input: unknown, depth: number): void => {
    if (typeof input === 'string') {
      const size = Buffer.byteLength(name) + Buffer.byteLength(input);
      bytes += size + 1;
      checkField(target.fields.length + 1, size, target.limits);
      if (bytes > target.limits.bodyBytes) throw bodyTooLarge(target.limits.bodyBytes);
      target.fields.push([name, input]);
    } else if (Array.isArray(input)) {
      // A list of one is made of a name with brackets: `a[]=1`; several of either form.
      const entryName = input.length === 1 ? `${name}[]` : name;
      for (const entry of input) {
        if (typeof entry !== 'string') throw noText(name);
        take(entryName, entry, depth);
      }
    } else if (isObject(input) && depth < MAX_DEPTH && isPlain(input)) {
      for (const [key, entry] of Object.entries(input)) take(`${name}[${key}]`, entry, depth + 1);
    } else throw noText(name);
  };
  for (const [name, entry] of Object.entries(value)) take(name, entry, 0);
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || prototype === Object.prototype;
}

function noText(name: string): CallbackError {
  return new CallbackError(shownName(name), 'must be a string after the body parser in front of the handler');
}

function notUnderstood(): RefusedRequest {
  return new RefusedRequest(400, 'the result of the body parser in front of the handler has an unknown form');
}
