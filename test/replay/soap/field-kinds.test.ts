import { expect, it } from 'vitest';
import * as codecs from '../../../generated/codecs.js';
import { SmsService } from '../../../generated/service.js';
import { kindOf } from '../../../src/replay/soap/field-kinds.js';
import type { Codec } from '../../../src/soap/decoder/codec.js';

/** Public texts of the contract, and the credentials, which are removed earlier. */
const PLAIN = new Set(`from idx datacoding username password arSenders arIdx`.split(' '));

/** Every field and part of the contract that is a text, or a list of texts. */
function* textFields(): Iterable<string> {
  const types: object[] = Object.values(codecs);
  const messages = Object.values(SmsService.operations).flatMap(({ input, output }) => [input, output]);
  for (const type of [...types, ...messages]) {
    const { fields } = type as { fields?: { blank(): object; find(name: string): { codec: Codec<unknown> } } };
    for (const name of Object.keys(fields?.blank() ?? {})) {
      let codec: Codec<unknown> | undefined = fields?.find(name).codec;
      while (codec?.item !== undefined) codec = codec.item;
      if (codec?.type === 'xsd:string') yield name;
    }
  }
}

it('each text of the contract is classified as private or public', () => {
  const names = new Set(textFields());
  expect(names.size).toBeGreaterThan(15);
  for (const name of names) expect((kindOf(name) === 'other') === PLAIN.has(name), name).toBe(true);
  for (const name of PLAIN) expect(names, name).toContain(name);
});
