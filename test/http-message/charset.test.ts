import { describe, expect, it } from 'vitest';
import { textIn } from '../../src/http-message/charset.js';
import { toUtf8 } from '../../src/xml/charset.js';

/** The bytes 80 to 9F: of five of them windows-1252 has no sign, and they stay what they are. */
const HIGH = Uint8Array.from({ length: 32 }, (_, index) => 0x80 + index);

describe('a text in windows-1252', () => {
  it.each(['windows-1252', 'cp1252', 'Windows-1252'])('has its own signs from 80 to 9F: %s', (name) => {
    expect(textIn(HIGH, name)).toBe('€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ');
  });

  it('is read so in a document that is in it', () => {
    const document = Buffer.from(
      '<?xml version="1.0" encoding="windows-1252"?><a>100 \u0080, \u0084na raty\u0094</a>',
      'latin1',
    );
    expect(Buffer.from(toUtf8(document)).toString('utf8')).toContain('<a>100 €, „na raty”</a>');
  });

  it('is another than one in ISO-8859-1, where these are controls', () => {
    expect(textIn(Uint8Array.of(0x80, 0x9f), 'iso-8859-1')).toBe('\u0080\u009f');
  });
});
