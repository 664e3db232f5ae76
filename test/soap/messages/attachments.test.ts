import { describe, expect, it } from 'vitest';
import { parseContentType } from '../../../src/http-message/content-type.js';
import { rootPart } from '../../../src/soap/messages/attachments.js';

describe('the root part of an envelope with attachments', () => {
  const root = (body: string, header: string): string | undefined => {
    const part = rootPart(Buffer.from(body, 'latin1'), parseContentType(header));
    return part === undefined ? undefined : `${part.contentType}|${Buffer.from(part.bytes).toString('latin1')}`;
  };
  const parts =
    'preamble\r\n--b\r\nContent-Type: text/xml\r\nContent-ID: <one>\r\n\r\nA\r\nB\r\n' +
    '--b \t\r\nContent-ID: <two>\r\n\r\nC\r\n--b--\r\nepilogue';

  it.each<[string, string, string, string | undefined]>([
    ['is the first one', parts, 'multipart/related; boundary=b', 'text/xml|A\r\nB'],
    ['is the one that start names', parts, 'multipart/related; boundary=b; start="<two>"', 'undefined|C'],
    [
      'is the first one where start names none',
      parts,
      'multipart/related; boundary="b"; start="<x>"',
      'text/xml|A\r\nB',
    ],
    ['may have line ends of LF', parts.replaceAll('\r\n', '\n'), 'multipart/related; boundary=b', 'text/xml|A\nB'],
    ['may be at the beginning', '--b\r\n\r\nA\r\n--b--', 'multipart/related; boundary=b', 'undefined|A'],
    ['may have no end', '--b\r\n\r\nA', 'multipart/related; boundary=b', 'undefined|A'],
    ['is not there without a boundary', parts, 'multipart/related', undefined],
    ['is not there with an empty one', parts, 'multipart/related; boundary=""', undefined],
    ['is missing for another boundary', parts, 'multipart/related; boundary=c', undefined],
    [
      'is not one whose boundary only begins so',
      '--bb\r\n\r\nA\r\n--b\r\n\r\nB',
      'multipart/related; boundary=b',
      'undefined|B',
    ],
    ['is not one without an empty line', '--b\r\nA\r\n--b\r\n\r\nB', 'multipart/related; boundary=b', 'undefined|B'],
    [
      'has no headers of a similar name',
      '--b\nX-Content-Type: a/b\n\nA',
      'multipart/related; boundary=b',
      'undefined|A',
    ],
    [
      'has no headers in its body',
      '--b\n\nA\nContent-Type: a/b\n',
      'multipart/related; boundary=b',
      'undefined|A\nContent-Type: a/b\n',
    ],
    [
      'is the one that start names, with line ends of LF and no space',
      '--b\n\nA\n--b\nX-Content-ID:<c>\n\nB\n--b\nContent-ID:<c>\n\nC',
      'multipart/related; boundary=b; start="<c>"',
      'undefined|C',
    ],
    ['has headers in any case', '--b\r\ncontent-TYPE:text/xml\r\n\r\nA', 'multipart/related; boundary=b', 'text/xml|A'],
  ])('%s', (_name, body, header, part) => {
    expect(root(body, header)).toBe(part);
  });
});
