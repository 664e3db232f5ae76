import fc from 'fast-check';
import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { describe, expect, it } from 'vitest';
import { ValidationError } from '../../src/errors/errors.js';
import { smil } from '../../src/http-client/index.js';

interface Body {
  readonly smil: {
    readonly body: {
      readonly par: {
        readonly text?: Readonly<Record<string, string>>;
        readonly img?: Readonly<Record<string, string>>;
      };
    };
  };
}

const parsed = (text: string): Body['smil']['body']['par'] => {
  expect(XMLValidator.validate(text)).toBe(true);
  const parser = new XMLParser({ ignoreAttributes: false, attributeNamePrefix: '' });
  return (parser.parse(text) as Body).smil.body.par;
};

describe('the body of an MMS', () => {
  it('contains any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 40 }), (text) => {
        const { src = '' } = parsed(smil({ text })).text ?? {};
        const [head = '', data = ''] = src.split(/,(.*)/s);
        expect(head).toBe('data:text/plain;charset=utf-8');
        expect(decodeURIComponent(data)).toBe(text);
      }),
    );
  });

  it('contains a picture', () => {
    const bytes = Uint8Array.of(0xff, 0xd8, 0xff, 0x00);
    const { src = '' } = parsed(smil({ text: 'a', image: { bytes, type: 'image/jpeg' } })).img ?? {};
    expect(src).toBe(`data:image/jpeg;base64,${Buffer.from(bytes).toString('base64')}`);
  });

  it.each([
    [{}, 'text'],
    [{ text: 7 }, 'text'],
    [{ text: '\udc00' }, 'text'],
    [{ image: 'x' }, 'image'],
    [{ image: { bytes: new Uint8Array(), type: 'image/png' } }, 'image.bytes'],
    [{ image: { bytes: Uint8Array.of(1), type: 'image/png"/><x' } }, 'image.type'],
    [{ image: { bytes: Uint8Array.of(1), type: 'text/html' } }, 'image.type'],
    [{ txet: 'a' }, 'txet'],
  ])('is refused for %j', (content, path) => {
    expect(() => smil(content as never)).toThrow(ValidationError);
    expect(() => smil(content as never)).toThrow(path);
  });
});
