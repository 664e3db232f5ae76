import { Problem } from '../../errors/problem.js';
import type { Bookmark } from '../../xml/reader.js';
import type { FieldTable } from '../codecs/struct.js';
import type { Codec, ValueReader } from '../decoder/codec.js';

/**
 * Completes a response whose first part is missing and whose first child has no name of a part, like `s-gensym3` of
 * SOAP::Lite: the names are not significant (SOAP 1.1 section 7.1). If there is such a child for each part, they are
 * read in order; otherwise only the first child is read. Each value must be valid for the type of its part.
 *
 * @param parts - read by their names
 * @returns `parts` if the children do not match
 */
export function readUnderOtherNames<T>(decoder: ValueReader, table: FieldTable<T>, wrapper: Bookmark, parts: T): T {
  const named = parts as Readonly<Record<string, unknown>>;
  const { names } = table;
  const [first] = names;
  if (first === undefined || !decoder.isNamed || !isAbsent(named[first])) return parts;
  const codecs = names.flatMap((name) => table.find(name)?.codec ?? []).map(certain);
  const values = tryToRead(decoder, wrapper, () => allInOrder(decoder, table, codecs));
  if (values !== undefined) return table.make(values);
  const value = tryToRead(decoder, wrapper, () => firstChild(decoder, table, first, codecs[0]));
  return value === undefined ? parts : table.make(names.map((name) => (name === first ? value : named[name])));
}

function isAbsent(value: unknown): boolean {
  return value === undefined || (Array.isArray(value) && value.length === 0);
}

function tryToRead<V>(decoder: ValueReader, wrapper: Bookmark, read: () => V): V | undefined {
  decoder.mark();
  try {
    return decoder.xml.visit(wrapper, read);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    decoder.reset();
    return undefined;
  }
}

function allInOrder(
  decoder: ValueReader,
  table: FieldTable<unknown>,
  codecs: readonly Codec<unknown>[],
): readonly unknown[] {
  const { xml } = decoder;
  const values: unknown[] = [];
  for (let tag = xml.nextChild(); tag !== undefined; tag = xml.nextChild()) {
    const codec = codecs[values.length];
    if (codec === undefined || table.find(tag.local) !== undefined) return xml.fail('children that are not the parts');
    values.push(decoder.value(codec));
  }
  // A nil value alone does not identify a part.
  if (values.length < codecs.length || values.every((value) => value === null)) xml.fail('fewer children than parts');
  return values;
}

function firstChild(
  decoder: ValueReader,
  table: FieldTable<unknown>,
  first: string,
  codec: Codec<unknown> | undefined,
): unknown {
  const { xml } = decoder;
  const tag = xml.nextChild();
  // Failing lets the caller return to its mark: the wrapper is not read to its end.
  if (tag === undefined || codec === undefined || table.find(tag.local) !== undefined) return xml.fail('no other name');
  const value = decoder.value(codec);
  for (let next = xml.nextChild(); next !== undefined; next = xml.nextChild()) {
    if (table.find(next.local)?.name === first) xml.fail('the part has its own name');
    xml.skip();
  }
  return value ?? undefined;
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
