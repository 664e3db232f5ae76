import { describe, expect, it } from 'vitest';
import { parseContentType } from '../../src/http-message/content-type.js';

describe('the charset of a Content-Type', () => {
  it.each<[string, string | undefined]>([
    ['text/xml; charset=utf-8', 'utf-8'],
    ['text/xml;charset=UTF-8', 'UTF-8'],
    ['text/xml; charset="utf-8"', 'utf-8'],
    ["text/xml; charset='utf-8'", 'utf-8'],
    ['text/xml ; Charset = iso-8859-2 ; x=y', 'iso-8859-2'],
    ["text/xml; charset=x'utf-8'", "x'utf-8'"],
    ['text/xml; charset=', undefined],
    ['text/xml; charset=""', undefined],
    ["text/xml; charset=''", undefined],
    ['text/xml', undefined],
    // The first that says anything counts.
    ['text/xml; charset=utf-8; charset=latin1', 'utf-8'],
    ['text/xml; charset=""; charset=latin1', 'latin1'],
    // No parameter of that name.
    ['text/xml; xcharset=latin1', undefined],
    ['charset=latin1', undefined],
  ])('%j is %j', (header, charset) => {
    expect(parseContentType(header).charset).toBe(charset);
  });
});

describe('the media type', () => {
  it.each<[string | undefined, string]>([
    [undefined, ''],
    ['', ''],
    [' Text/XML ', 'text/xml'],
    ['Multipart/Related; boundary=b', 'multipart/related'],
    [';charset=utf-8', ''],
  ])('of %j is %j', (header, mediaType) => {
    expect(parseContentType(header).mediaType).toBe(mediaType);
  });
});
