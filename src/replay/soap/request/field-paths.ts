import { SmsService } from '../../../../generated/service.js';
import type { Codec } from '../../../soap/decoder/codec.js';
import type { Operation } from '../../../soap/messages/operation.js';

/** Returns the paths of all request fields, without the indexes of lists: `sms_param.date`. */
export function* fieldPaths(): Iterable<string> {
  for (const { input } of Object.values<Operation<unknown, unknown>>(SmsService.operations)) yield* pathsOf(input, '');
}

function* pathsOf(codec: Codec<unknown>, path: string): Generator<string, void, undefined> {
  const { item, fields } = codec;
  if (item !== undefined) yield* pathsOf(item, path);
  else if (fields === undefined) yield path;
  else {
    for (const name of fields.names) {
      const field = fields.find(name);
      if (field !== undefined && name !== 'client') yield* pathsOf(field.codec, path === '' ? name : `${path}.${name}`);
    }
  }
}
