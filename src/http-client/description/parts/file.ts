import type { InterfaceVariant } from '../../../domain/sending/message-parts.js';
import { checkFilled, checkFunction, checkUrl, invalid, isObject } from '../../../options/check.js';
import { checkNames } from '../../../options/names.js';
import { checkText } from './kinds.js';
import type { Parameter, ParameterFacts } from './parameter.js';

/** A file: the address that the gateway gets it from, or one that is uploaded. */
export type FileGiven = string | FileToUpload;

/** A file to upload: its path, its bytes, or a function that opens it each time the request is sent. */
export type FileToUpload =
  | { readonly path: string }
  | { readonly bytes: Uint8Array; readonly name: string }
  | { readonly stream: () => AsyncIterable<Uint8Array>; readonly name: string };

/** A file, as a link or a multipart upload. */
export function file<const V extends InterfaceVariant = InterfaceVariant>(
  name: string,
  facts: ParameterFacts<V>,
): Parameter<FileGiven, FileGiven, V> {
  return {
    ...facts,
    names: [name],
    type: 'address, or a file that is uploaded as multipart',
    check: checkFile,
    // An uploaded file is a separate part.
    write: (value) => (typeof value === 'string' ? [[name, value]] : []),
    read: (fields) => fields.get(name),
  };
}

/** Checks a file, and copies what it is: it is read when the request is sent, and again when that is repeated. */
function checkFile(value: FileGiven, path: string, operation: string): FileGiven {
  if (typeof value === 'string') return checkUrl(checkText(value, path, operation), path);
  if (!isObject(value)) return invalid(path, 'is neither an address nor a file', { operation });
  const nameOf = (given: string): string => checkText(checkFilled(given, `${path}.name`), `${path}.name`, operation);
  if ('path' in value) {
    const { path: place } = checkNames(value, { path: true }, path, operation);
    return { path: checkText(checkFilled(place, `${path}.path`), `${path}.path`, operation) };
  }
  if ('bytes' in value) {
    const { bytes, name } = checkNames(value, { bytes: true, name: true }, path, operation);
    if (!(bytes instanceof Uint8Array)) invalid(`${path}.bytes`, 'are no bytes', { operation });
    return { bytes, name: nameOf(name) };
  }
  if ('stream' in value) {
    const { stream, name } = checkNames(value, { stream: true, name: true }, path, operation);
    return { stream: checkFunction(stream, `${path}.stream`), name: nameOf(name) };
  }
  return invalid(path, 'has neither path, bytes nor stream', { operation });
}
