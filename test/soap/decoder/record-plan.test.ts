import { describe, expect, it } from 'vitest';
import { int, string } from '../../../src/soap/codecs/scalars.js';
import { struct } from '../../../src/soap/codecs/struct.js';
import { DEFAULT_LIMITS } from '../../../src/soap/decoder/limits.js';
import { XSI } from '../../../src/soap/decoder/names.js';
import { type PatternCodec, type Plan, planOfRecord } from '../../../src/soap/decoder/record-plan.js';
import { XmlReader } from '../../../src/xml/reader.js';
import { XmlSource } from '../../../src/xml/source.js';

interface Inner {
  readonly b: string | null | undefined;
}
interface Row {
  readonly a: string | null | undefined;
  readonly n: number | null | undefined;
  readonly inner: Inner | null | undefined;
}
const row = struct<Row>('t:Row', { a: string, n: int, inner: struct<Inner>('t:Inner', { b: string }) });

/** The plan of a record that was passed over before, so that its tags are known. */
function planFor<T>(record: string, codec: PatternCodec<T>, mayHaveId: boolean): Plan<T> | undefined {
  const source = new XmlSource(Buffer.from(`<l xmlns:xsi="${XSI}">${record}</l>`));
  const xml = new XmlReader(source, DEFAULT_LIMITS);
  xml.next();
  const { position: start, scope } = xml;
  xml.nextChild();
  xml.skip();
  return planOfRecord(source, start, xml.position, scope, codec, mayHaveId);
}

describe('the plan of a record', () => {
  it.each<[string, readonly string[]]>([
    ['<i/>', ['<i/>']],
    ['<i></i>', ['<i></i>']],
    ['\n <i><a>1</a></i>', ['\n <i><a>', '</a></i>']],
    ['<i><a href="#x"/><n>1</n></i>', ['<i><a href="#', '"/><n>', '</n></i>']],
    ['<i><a b="c" href="#x" d="e"/></i>', ['<i><a b="c" href="#', '" d="e"/></i>']],
    ['<i><z href="#x"/></i>', ['<i><z href="#', '"/></i>']],
    ['<i><a xsi:nil="1"/></i>', ['<i><a xsi:nil="1"/></i>']],
  ])('%j is its mark-up: %j', (record, markup) => {
    expect(planFor(record, row, false)?.markup).toEqual(markup);
    expect(planFor(record, row, true)?.markup).toEqual(markup);
  });

  it.each<[string, readonly string[]]>([
    ['<i id="r"/>', ['<i id="', '"/>']],
    ['<i id="r"><a>1</a></i>', ['<i id="', '"><a>', '</a></i>']],
    ['<i id="r" b="c"><z href="#x"/></i>', ['<i id="', '" b="c"><z href="#', '"/></i>']],
  ])('%j is its mark-up, where it may have an id: %j', (record, markup) => {
    expect(planFor(record, row, true)?.markup).toEqual(markup);
    expect(planFor(record, row, false)).toBeUndefined();
  });

  it.each([
    ['refers to another one', '<i href="#x"/>'],
    ['has an id and refers to another one', '<i id="r" href="#x"/>'],
    ['has an id and is nil', '<i id="r" xsi:nil="1"/>'],
    ['has an id, and a field that may lead back to it', '<i id="r"><a href="#x"/></i>'],
    ['has a field with an id that is a reference', '<i><a id="q" href="#x"/></i>'],
    ['has a field that is a reference and nil', '<i><a href="#x" xsi:nil="1"/></i>'],
    ['has a field that leads out of the document', '<i><a href="x"/></i>'],
    ['has a reference with something inside', '<i><a href="#x">1</a></i>'],
    ['has a reference with an end tag', '<i><a href="#x"></a></i>'],
    ['has a reference to a struct', '<i><inner href="#x"/></i>'],
    ['has an unknown field with a text and an element', '<i><z>1<y/>2</z></i>'],
  ])('is none of one that %s', (_name, record) => {
    expect(planFor(record, row, true)).toBeUndefined();
  });

  it('is none of a text that is not there', () => {
    expect(planFor('<i/>', string, true)).toBeUndefined();
    expect(planFor('<i id="r"/>', string, true)).toBeUndefined();
    expect(planFor('<i id="r">1</i>', string, true)?.markup).toEqual(['<i id="', '">', '</i>']);
  });

  it('knows of each piece its field, and of a reference what it leads to', () => {
    const { pieces = [] } = planFor('<i id="r"><z href="#x"/><n>1</n><zz>1</zz></i>', row, true) ?? {};
    expect(pieces.map(({ field, codec, length, tail }) => [field, codec, length, tail])).toEqual([
      [-1, undefined, 7, 2],
      [-1, undefined, 12, 3],
      [1, undefined, 6, 0],
      [-1, undefined, 8, 0],
    ]);
    const [reference] = planFor('<i><n href="#x"/></i>', row, false)?.pieces ?? [];
    expect(reference).toMatchObject({ field: 1, name: 'n', codec: int, length: 13, tail: 3 });
  });
});
