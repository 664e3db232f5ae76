import { describe, expect, it } from 'vitest';
import { unescaped, withoutControls } from '../../src/redact/escapes.js';
import { MappedText } from '../../src/redact/mapped-text.js';

const once = (text: string): string | undefined => unescaped(new MappedText(text))?.text;
/** Letters with a mark; which one does not matter. */
const marked = (letters: string): string => letters.replace(/./g, '\u0301$&');

describe('an escape is decoded once', () => {
  it.each([
    ['&amp;lt;', '&lt;'],
    ['&AMP;', '&'],
    ['&#65;&#0066;&#67 ', 'ABC '],
    ['&#x41;&#X0042;&#x43 &#x1F600;', 'ABC 😀'],
    ['&#1114112; &#x110000;', '\ufffd \ufffd'],
    ['&oacute;&Zdot;&LSTROK;&aogon;&ccaron;&euml;&agrave;&ecirc;&atilde;&aring;', marked('ozlaceaeaa')],
    ['&ccedil;&oslash;&gbreve;&amacr;&odblac;', marked('cogao')],
    ['&excl;&num;&dollar;&percnt;&lpar;&rpar;&ast;&midast;&plus;&comma;&period;&sol;&bsol;', '!#$%()**+,./\\'],
    ['&colon;&semi;&equals;&quest;&commat;&lsqb;&lbrack;&rsqb;&rbrack;&Hat;&lowbar;&underbar;', ':;=?@[[]]^__'],
    ['&grave;&lcub;&lbrace;&rcub;&rbrace;&vert;&verbar;&VerticalLine;&quot;&apos;&lt;&gt;', '`{{}}|||"\'<>'],
    ['&szlig;&aelig;&oelig;&thorn;&eth;&inodot;&euro;&tilde;', 'ßæœþðı€~'],
    ['&laquo;&raquo;&ldquo;&rdquo;&bdquo;&lsquo;&rsquo;&sbquo;', '«»“”„‘’‚'],
    ['&ndash;&mdash;&hellip;&dash;&hyphen;', '–—…--'],
    ['a&nbsp;b&Tab;c&NewLine;d&shy;e', 'a b c de'],
    ['&unknown; &beta; &xoacute; &oacutex;', '\ufffd \ufffd \ufffd \ufffd'],
    ['&#1114111;', '\u{10ffff}'],
    ['%41%2b%C4%85%e2%82%ac%F0%9F%98%80', 'A+ą€😀'],
    ['%F3%B3%C4x', 'ó³Äx'],
    ['%u0142%U00F3', 'łó'],
    ['\\u0142\\U00F3\\ud83d\\ude00\\u{142}\\U{1f600}', 'łó😀ł😀'],
    ['\\\\\\u0142', 'ł'],
    ['\\x41\\XC4\\x85\\\\xf3', 'Aąó'],
    ['\\101\\303', 'A\u00c3'],
    ['\\/\\"\\\\\\\'', '/"\''],
    ['a<br>b<BR />c<br   />d', 'a b c d'],
  ])('%s', (text, meaning) => {
    expect(once(text)).toBe(meaning);
  });

  it.each(['plain', '100 %', 'A & B; &;', '&1a;', '%4 %zz %u014', '<b>', '<br', '&#;', '&#x;', '\\n\\T'])(
    'and %j is none',
    (text) => {
      expect(once(text)).toBeUndefined();
    },
  );

  it('only the last backslash of a sequence may begin a control character', () => {
    expect(once('\\\\\\n')).toBe('\\n');
    expect(once('\\n')).toBeUndefined();
  });
});

describe('a control character behind a backslash', () => {
  it('can be read as a space', () => {
    expect(withoutControls(new MappedText('a\\nb\\Rc\\td\\be\\ff\\vg\\zh\\qi'))?.text).toBe('a b c d e f g h\\qi');
  });

  it('is required for a change', () => {
    expect(withoutControls(new MappedText('C:\\dir n'))).toBeUndefined();
    expect(withoutControls(new MappedText('plain'))).toBeUndefined();
  });
});

describe('the position of an escape in the source', () => {
  it('is known, also for double escapes', () => {
    //            0123456789012345
    const first = unescaped(new MappedText('ab&amp;#65;c%41d')) ?? new MappedText('');
    const second = unescaped(first) ?? new MappedText('');
    expect([first.text, second.text]).toEqual(['ab&#65;cAd', 'abAcAd']);
    const spans = Array.from(second.text, (_, index) => [second.startOf(index), second.endOf(index)]);
    expect(spans).toEqual([
      [0, 1],
      [1, 2],
      [2, 11],
      [11, 12],
      [12, 15],
      [15, 16],
    ]);
  });
});
