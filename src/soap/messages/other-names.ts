import { Problem } from '../../errors/problem.js';
import type { Bookmark } from '../../xml/reader.js';
import type { FieldTable } from '../codecs/struct.js';
import type { Codec, ValueReader } from '../decoder/codec.js';

/**
 * Reads parts whose names differ from the WSDL, like `s-gensym3` of SOAP::Lite (SOAP 1.1 section 7.1). If there is a
 * child for each part, they are read in order; otherwise only the first child is read. Each value must be valid for the
 * type of its part.
 *
 * @param table - the parts; no part was found by its name
 * @returns `undefined` if the children do not match the parts
 */
export function readUnderOtherNames<T>(decoder: ValueReader, table: FieldTable<T>, wrapper: Bookmark): T | undefined {
  if (!decoder.isNamed) return undefined;
  const codecs = table.names.flatMap((name) => table.find(name)?.codec ?? []).map(certain);
  const all = tryToRead(decoder, table, wrapper, { codecs, most: codecs.length });
  const values =
    all ?? tryToRead(decoder, table, wrapper, { codecs: codecs.slice(0, 1), most: Number.POSITIVE_INFINITY });
  if (values === undefined) return undefined;
  const parts = table.absentValues();
  for (const [index, value] of values.entries()) parts[index] = value;
  for (const [index, { isArray }] of codecs.entries()) if (isArray) parts[index] ??= [];
  return table.make(parts);
}

function tryToRead(
  decoder: ValueReader,
  table: FieldTable<unknown>,
  wrapper: Bookmark,
  { codecs, most }: { readonly codecs: readonly Codec<unknown>[]; readonly most: number },
): readonly unknown[] | undefined {
  const { xml } = decoder;
  decoder.mark();
  try {
    return xml.visit(wrapper, () => {
      const values: unknown[] = [];
      let count = 0;
      for (let tag = xml.nextChild(); tag !== undefined; tag = xml.nextChild()) {
        // If one child has the name of a part, the others are not parts.
        if (table.find(tag.local) !== undefined) xml.fail('a part under its own name');
        const codec = codecs[count++];
        if (count > most) xml.fail('more children than parts');
        if (codec === undefined) xml.skip();
        else values.push(decoder.value(codec));
      }
      if (values.length < codecs.length || values.length === 0) xml.fail('fewer children than parts');
      // A nil value alone does not identify a part.
      if (values.every((value) => value === null)) xml.fail('only nil values');
      return values;
    });
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    decoder.reset();
    return undefined;
  }
}

function certain(codec: Codec<unknown>): Codec<unknown> {
  const { fields } = codec;
  if (fields !== undefined) return { ...codec, inner: undefined, read: (decoder) => fields.readFieldsOnly(decoder) };
  if (!codec.isArray) return codec;
  return {
    ...codec,
    inner: undefined,
    read: (decoder, attributes) => {
      const isMarked = decoder.xml.tag.attributes.some(({ local }) => local === 'arrayType' || local === 'type');
      if (!isMarked) decoder.xml.fail('is not marked as an array');
      return codec.read(decoder, attributes);
    },
  };
}
