import type { InterfaceVariant } from '../../../domain/sending/message-parts.js';
import { checkFilled, checkFunction, checkUrl, invalid, isObject } from '../../../options/check.js';
import { checkNames } from '../../../options/names.js';
import type { Parameter, ParameterFacts } from './parameter.js';

/** A file: the address that the gateway gets it from, or one that is uploaded. */
export type FileGiven = string | FileToUpload;

/** A file that is uploaded: by its path, as bytes, or as what opens it anew each time that the request is sent. */
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
    // An uploaded one is a part of its own.
    write: (value) => (typeof value === 'string' ? [[name, value]] : []),
    read: (fields) => fields.get(name),
  };
}

function checkFile(value: FileGiven, path: string, operation: string): FileGiven {
  if (typeof value === 'string') return checkUrl(value, path);
  if (!isObject(value)) return invalid(path, 'is neither an address nor a file', { operation });
  if ('path' in value) {
    checkNames(value, { path: true }, path, operation);
    checkFilled(value.path, `${path}.path`);
  } else if ('bytes' in value) {
    checkNames(value, { bytes: true, name: true }, path, operation);
    if (!(value.bytes instanceof Uint8Array)) invalid(`${path}.bytes`, 'are no bytes', { operation });
    checkFilled(value.name, `${path}.name`);
  } else if ('stream' in value) {
    checkNames(value, { stream: true, name: true }, path, operation);
    checkFunction(value.stream, `${path}.stream`);
    checkFilled(value.name, `${path}.name`);
  } else {
    invalid(path, 'has neither path, bytes nor stream', { operation });
  }
  return value;
}
