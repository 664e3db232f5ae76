import { afterEach, describe, expect, it, vi } from 'vitest';
import { array } from '../../../src/soap/codecs/array.js';
import { lazy } from '../../../src/soap/codecs/lazy.js';
import { int, string } from '../../../src/soap/codecs/scalars.js';
import { struct } from '../../../src/soap/codecs/struct.js';
import type { Codec } from '../../../src/soap/decoder/codec.js';
import { DEFAULT_LIMITS } from '../../../src/soap/decoder/limits.js';
import { RecordPattern } from '../../../src/soap/decoder/record-pattern.js';
import { operation, service } from '../../../src/soap/messages/operation.js';
import { readEnvelope } from '../../../src/soap/messages/response.js';
import { soapResponse } from '../../support/fake-transport.js';

afterEach(() => vi.restoreAllMocks());

interface Folder {
  readonly name?: string | null | undefined;
  readonly size?: number | null | undefined;
  readonly parent?: Folder | null | undefined;
}
const folder: Codec<Folder> = struct<Folder>('ns1:Folder', {
  name: string,
  size: lazy(() => int),
  parent: lazy(() => folder),
});
const folders: Codec<readonly (Folder | null)[]> = array<Folder>(
  'ns1:Folders',
  lazy(() => folder),
);

interface Output {
  readonly last?: Folder | null | undefined;
  readonly all: readonly (Folder | null)[];
}
const list = operation<object, Output>({
  name: 'list',
  namespace: 'urn:t',
  soapAction: '',
  input: {},
  output: { last: lazy(() => folder), all: lazy(() => folders) },
});
const disk = service({ name: 'Disk', namespaces: { ns1: 'urn:t' }, operations: { list } });

function decode(content: string, shortcuts: 'all' | 'none' = 'all'): Output {
  const response = readEnvelope(disk, list, Buffer.from(soapResponse('list', content)), {
    ...DEFAULT_LIMITS,
    shortcuts,
  });
  if (response.kind !== 'output') throw new Error('is a Fault');
  return response.output;
}

describe('a codec of one that is defined later', () => {
  it('writes what the codec itself writes', () => {
    const later = lazy(() => folder);
    const value = { name: 'n', parent: { size: 7 } };
    expect(later.write('a', value)).toBe(folder.write('a', value));
    expect(later.write('a', value)).toContain('>7<');
  });

  it('asks for it only when it is used', () => {
    expect(() => lazy(() => expect.unreachable())).not.toThrow();
  });

  it('lets the records of a list be read by a pattern', () => {
    const match = vi.spyOn(RecordPattern.prototype, 'match');
    const items = Array.from({ length: 100 }, (_, index) => `<item><name>n${index}</name><size>${index}</size></item>`);
    const { all } = decode(`<all>${items.join('')}</all>`);
    expect(all).toEqual(items.map((_, index) => ({ name: `n${index}`, size: index, parent: undefined })));
    expect(match.mock.results.filter(({ value }) => value !== -1)).toHaveLength(96);
  });

  it.each(['all', 'none'] as const)(
    'lets a target be one value for all that refer to it (shortcuts: %s)',
    (shortcuts) => {
      const { last, all } = decode(
        '<last href="#f"/><all><item href="#f"/><item><parent href="#f"/></item></all><m id="f"><name>n</name></m>',
        shortcuts,
      );
      expect(last).toMatchObject({ name: 'n' });
      expect(all[0]).toBe(last);
      expect(all[1]?.parent).toBe(last);
    },
  );
});
