import { describe, expect, it } from 'vitest';
import { secretRedactor } from '../../src/redact/redact.js';
import { codesWithoutPrefix, formsOfSecret, type SecretForms } from '../../src/redact/secret-forms.js';

it('a secret with unusual characters does not multiply its forms', () => {
  const secret = `h${','.repeat(100_000)}unter22`;
  expect(formsOfSecret(secret)).toEqual({ texts: [secret], codes: [] });
  expect(secretRedactor([secret])('it is ,,,,,,unter22!')).not.toContain('unter22');
});

it('a form with fewer than ten distinct characters is not searched as a whole', () => {
  expect(formsOfSecret('abc').codes.every((code) => code.length >= 10)).toBe(true);
});

describe('the forms of a secret with letters that are not ASCII', () => {
  const forms = (): SecretForms => formsOfSecret('Zażółć12345');

  it.each([
    ['itself', 'Zażółć12345'],
    ['its MD5 digest', '49a5f814f057ef5436dc47f98a2f3265'],
    ['its MD5 digest in base64', 'SaX4FPBX71Q23Ef5ii8yZQ=='],
    ['its SHA-1 digest in base64', '3UpfHgSCybd/hYDzL7zQlH93CDY='],
    ['its SHA-256 digest in base64', 'AoLXaLhL+hd609FzTNVkMPHBckGh1dXrukQeem0wprI='],
    [
      'its SHA-512 digest in base64',
      'EF0FKBG6QdbATtEoT3kLe6cw1Yz3J5L69rbECtyRajPlpfqE1DZx3/fJqcdu0Yq8Eya5D0ZbTomiEYVSmErCfQ==',
    ],
    ['base64 of its ISO-8859-2', 'WmG/87PmMTIzND'],
    ['the same behind another byte', 'phv/Oz5jEyMzQ1'],
    ['the same behind two bytes', 'aYb/zs+YxMjM0N'],
    ['base64 of its UTF-16, least byte first', 'WgBhAHwB8wBCAQcBMQAyADMANAA1A'],
    ['its UTF-8 read as windows-1252', 'ZaÅ¼Ã³Å‚Ä‡12345'],
    ['its UTF-8 read as ISO-8859-2', 'ZaĹźĂłĹ\u0082Ä\u008712345'],
    ['its UTF-8 read as windows-1250', 'ZaĹĽĂłĹ‚Ä‡12345'],
    ['its UTF-8 read as windows-1251', 'ZaЕјГіЕ‚Д‡12345'],
    ['its UTF-8 read as ISO-8859-1', 'ZaÅ¼Ã³Å\u0082Ä\u008712345'],
    ['its ISO-8859-2 read as windows-1252', 'Za¿ó³æ12345'],
    ['its ISO-8859-2 read as windows-1251', 'Zaїуіж12345'],
    ['its ISO-8859-2 read as UTF-8', 'Za\ufffd\ufffd\ufffd12345'],
    ['itself in ASCII', 'Za????12345'],
  ])('are searched in pieces: %s', (_name, form) => {
    expect(forms().texts).toContain(form);
  });

  it('are each searched once', () => {
    const { texts } = forms();
    const misread = texts.slice(texts.indexOf('ZaÅ¼Ã³Å‚Ä‡12345'));
    expect(new Set(misread).size).toBe(misread.length);
    expect(texts.filter((text) => text === 'Zażółć12345')).toHaveLength(1);
  });

  it.each([
    ['its letters and digits', 'zazołc12345'],
    ['its MD5 digest', '49a5f814f057ef5436dc47f98a2f3265'],
    ['its SHA-1 digest', 'dd4a5f1e0482c9b77f8580f32fbcd0947f770836'],
    ['its SHA-256 digest', '0282d768b84bfa177ad3d1734cd56430f1c17241a1d5d5ebba441e7a6d30a6b2'],
    [
      'its SHA-512 digest',
      '105d052811ba41d6c04ed1284f790b7ba730d58cf72792faf6b6c40adc916a33e5a5fa84d43671dff7c9a9c76ed18abc1326b90f465b4e89a2118552984ac27d',
    ],
    ['its UTF-8 in hexadecimal', '5a61c5bcc3b3c582c4873132333435'],
    ['its UTF-8 in octal', '132141305274303263305202304207061062063064065'],
    ['its ISO-8859-2 in hexadecimal', '5a61bff3b3e63132333435'],
    ['its ISO-8859-2 in octal', '132141277363263346061062063064065'],
    ['its UTF-16 in hexadecimal, least byte first', '5a0061007c01f3004201070131003200330034003500'],
    ['its UTF-16 in hexadecimal, greatest byte first', '005a0061017c00f30142010700310032003300340035'],
    ['quoted-printable', 'zac5bcc3b3c582c48712345'],
    ['its escapes in CSS', 'za17cf314210712345'],
    ['its code points in hexadecimal', '5a6117cf31421073132333435'],
  ])('are searched as a whole: %s', (_name, form) => {
    expect(forms().codes).toContain(form);
  });
});

it('a secret has no form in a charset without all its letters', () => {
  // In windows-1252 there is an ó, and none of the other three.
  expect(formsOfSecret('Zażółć12345').codes).not.toContain('5a61fff3ffff3132333435');
});

it('a four-byte character is searched in quoted-printable', () => {
  expect(formsOfSecret('key🔑abcdef').codes).toContain('keyf09f9491abcdef');
});

describe('the forms of a secret in ASCII', () => {
  const forms = (): SecretForms => formsOfSecret('hunter-2222');

  it('include no misread ones', () => {
    expect(forms().texts.filter((text) => /hunter|\ufffd|\?/.test(text))).toEqual(['hunter-2222']);
  });

  it('include the secret itself', () => {
    expect(forms().texts.filter((text) => text.includes(' '))).toEqual([]);
  });

  it('include its letters and digits, hexadecimal and octal', () => {
    const { codes } = forms();
    expect(codes).toContain('hunter2222');
    expect(codes).toContain('68756e7465722d32323232');
    expect(codes).toContain('150165156164145162055062062062062');
  });
});

it('a form of ten characters is searched as a whole, but not one of nine', () => {
  expect(formsOfSecret('abcdefghij').codes).toContain('abcdefghij');
  expect(formsOfSecret('abcdefghi').codes).not.toContain('abcdefghi');
});

it('a secret of 1024 characters has all its forms, and one of 1025 only itself', () => {
  expect(formsOfSecret('a'.repeat(1024)).codes).toContain('61'.repeat(1024));
  expect(formsOfSecret('a'.repeat(1025))).toEqual({ texts: ['a'.repeat(1025)], codes: [] });
});

it.each([
  ['0x68 0x75 0X6e', '68756e'],
  ['\\x68\\x75\\x6E', '68756e'],
  ['\\u0068\\u{75}\\\\u6e', '68756e'],
  ['\\000150\\165', '150165'],
])('codes are read without their prefixes: %s', (text, codes) => {
  expect(codesWithoutPrefix(text)).toBe(codes);
});

it('a text without prefixes has no codes', () => {
  expect(codesWithoutPrefix('68 75 6e')).toBeUndefined();
});

it('a secret is masked if its UTF-8 was read as windows-1252', () => {
  expect(secretRedactor(['ąłąłąłął'])('wrong password: Ä…Å‚Ä…Å‚Ä…Å‚Ä…Å‚')).not.toContain('Ä…');
});

it('a secret in windows-1252 is searched with the special characters of this charset', () => {
  expect(formsOfSecret('œuvre-2222').codes).toContain('9c757672652d32323232');
});

describe('a recorded text', () => {
  const mask = (text: string): string => secretRedactor(['hunter-2222', 'abc'])(text);

  it.each([
    ['hexadecimal', 'it is 68756e7465722d32323232, he said'],
    ['hexadecimal that is set apart', 'it is 68 75 6e 74 65 72 2d 32 32 32 32, he said'],
    ['bytes with a prefix', 'it is 0x68 0x75 0x6e 0x74 0x65 0x72 0x2d 0x32 0x32 0x32 0x32, he said'],
  ])('is replaced if it contains a complete secret: %s', (_name, text) => {
    expect(mask(text)).toBe('[redacted]');
  });

  it('is unchanged without a secret, or with one that is too short', () => {
    expect(mask('nothing of it: 68 75 6e abc 616263')).toBe('nothing of it: 68 75 6e abc 616263');
    expect(secretRedactor(['abcd'])('it is abcd')).not.toContain('abcd');
    expect(secretRedactor([])('')).toBe('');
  });
});
