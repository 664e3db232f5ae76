import type { Bookmark } from '../../xml/reader.js';
import type { ValueReader } from '../decoder/codec.js';
import { string } from './scalars.js';

/** Iterates over the entries of an Apache `Map`: `<item><key>…</key><value>…</value></item>`, in any order. */
export function eachMapEntry(decoder: ValueReader, readValue: (key: string) => void): void {
  const { xml } = decoder;
  while (xml.nextChild() !== undefined) {
    let key: string | null = null;
    let value: Bookmark | undefined;
    for (let tag = xml.nextChild(); tag !== undefined; tag = xml.nextChild()) {
      if (tag.local === 'key') key = decoder.value(string);
      else {
        if (tag.local === 'value') value = xml.bookmark();
        xml.skip();
      }
    }
    if (key === null || value === undefined) decoder.xml.fail('an entry of a Map without key or value');
    const name = key;
    xml.visit(value, () => readValue(name));
  }
}
