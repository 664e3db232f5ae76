import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { withDerived } from '../../src/redact/derived-secrets.js';
import { redact, redactNumbers } from '../../src/redact/redact.js';

const PASSWORD = 'Sup3r&Secret\'Password"x';
const POLISH = 'Gęś/łódka:\'9\\0"żuk';
const MESSAGE = 'Twój kod\r\nto <7391>, nie podawaj go nikomu';

describe('redact finds an echo', () => {
  it.each([
    ['as it was sent', PASSWORD],
    ['escaped for XML', 'Sup3r&amp;Secret\'Password"x'],
    ['escaped for HTML', 'Sup3r&amp;Secret&#039;Password&quot;x'],
    ['escaped twice', "Sup3r&amp;amp;Secret'Password&amp;quot;x"],
    ['by references without an end', 'Sup3r&#38Secret&#39Password&#34x'],
    ['by the names of HTML 5', 'Sup3r&amp;Secret&apos;Password&QUOT;x'],
    ['in JSON', 'Sup3r&Secret\'Password\\"x'],
    ['in JavaScript', 'Sup3r\\x26Secret\\u{27}Password\\042x'],
    ['in SQL', 'Sup3r&Secret\\\'Password\\"x'],
    ['in SQL, its quotes doubled', "Sup3r&Secret''Password\"x"],
    ['in a URL', encodeURIComponent(PASSWORD)],
    ['by escape()', 'Sup3r%u0026Secret%u0027Password%22x'],
    ['in capitals', PASSWORD.toUpperCase()],
    ['cut, as PHP cuts arguments', "Sup3r&Secret'Pa..."],
    ['cut at its beginning', '&Secret\'Password"x'],
    ['cut at both ends', "ecret'P"],
    ['in base64', Buffer.from(PASSWORD).toString('base64')],
    ['in base64 of more', Buffer.from(`alice:${PASSWORD}\n`).toString('base64')],
    ['in base64 for URLs, cut', Buffer.from(`??>>${PASSWORD}`).toString('base64url').slice(3, -3)],
    ['in base64 of base64', Buffer.from(Buffer.from(PASSWORD).toString('base64')).toString('base64')],
  ])('of a password %s', (_name, echo) => {
    expect(redact(`Stack trace: login('alice', |${echo}|) failed`, [PASSWORD])).toMatch(
      /^Stack trace: login\('alice', \|\[redacted\](?:\.\.\.|=*)\|\) failed$/,
    );
  });

  it.each([
    ['in small letters', POLISH.toLowerCase()],
    ['transliterated', 'Ges/lodka:\'9\\0"zuk'],
    ['decomposed', POLISH.normalize('NFD')],
    ['with its letters named', "G&eogon;&sacute;/&lstrok;&oacute;dka:'9\\0&quot;&zdot;uk"],
    ['in ASCII JSON', 'G\\u0119\\u015B/\\u0142\\u00F3dka:\'9\\\\0\\"\\u017Cuk'],
    ['in ASCII JSON as PHP writes it, twice', 'G\\\\u0119\\\\u015b\\\\/\\\\u0142\\\\u00f3dka:\'9\\\\0\\"\\\\u017cuk'],
    ['in bytes', 'G\\xc4\\x99\\xC5\\x9b/\\305\\202\\303\\263dka:\'9\\0"\\xC5\\xbcuk'],
    ['after urlencode', 'G%C4%99%C5%9B%2F%C5%82%C3%B3dka%3A%279%5C0%22%C5%BCuk'],
    ['after urlencode in a Polish charset', 'G%EA%9C/%B3%F3dka:\'9%5C0"%BFuk'],
    ['in quoted-printable', 'G=C4=99=C5=9B/=C5=82=C3=B3dka:\'9\\0"=C5=BCuk'],
    ['in quoted-printable of small letters', 'G=c4=99=c5=9b/=c5=82=c3=b3dka:\'9\\0"=c5=bcuk'],
    ['in quoted-printable of another charset', 'G=EA=B6/=B3=F3dka:\'9\\0"=BFuk'],
    ['in quoted-printable that was escaped', 'G=C4=99=C5=9B/=C5=82=C3=B3dka:&#39;9\\0&quot;=C5=BCuk'],
    ['escaped, then in quoted-printable', 'G=C4=99=C5=9B/=C5=82=C3=B3dka:=26#39;9=5C0=26quot;=C5=BCuk'],
    ['with what is not ASCII lost', 'G??/??dka:\'9\\0"?uk'],
    ['in UTF-8 read as Latin-1', Buffer.from(POLISH, 'utf8').toString('latin1')],
    ['with characters that have no width', POLISH.split('').join('\u200b')],
  ])('of a password with Polish letters %s', (_name, echo) => {
    expect(redact(`login |${echo}| failed`, [POLISH])).toMatch(/^login \|\S{0,4}\[redacted\]\| failed$/);
  });

  it.each([
    ['with other line ends', MESSAGE.replace('\r\n', '\n')],
    ['on one line', MESSAGE.replace('\r\n', ' ')],
    ['with line breaks of HTML', MESSAGE.replace('\r\n', '<br />\r\n')],
    ['in ASCII JSON', JSON.stringify(MESSAGE).replace('ó', '\\u00f3')],
    ['escaped', MESSAGE.replace('<', '&lt;').replace('>', '&gt;')],
    ['after urlencode', encodeURIComponent(MESSAGE).replaceAll('%20', '+')],
    ['cut', MESSAGE.slice(0, 15)],
    ['cut out of its middle', MESSAGE.slice(14, 30)],
  ])('of a message %s', (_name, echo) => {
    expect(redact(`message was ${echo}.`, [MESSAGE])).not.toMatch(/kod|7391|nikomu|podaw/);
  });

  it.each(['=\r\n', '=\n', '= \r\n'])('of a password in quoted-printable, cut by the soft line break %j', (end) => {
    const echo = `Taj${end}ne&Has=C5${end}=82o<1>`;
    expect(redact(`login |${echo}| failed`, ['Tajne&Hasło<1>'])).toBe('login |[redacted]| failed');
  });

  it('of a password with each character in quoted-printable', () => {
    const echo = [...Buffer.from('Tajne&Hasło<1>')].map((byte) => `=${byte.toString(16).toUpperCase()}`).join('');
    expect(redact(`login |${echo}| failed`, ['Tajne&Hasło<1>'])).toBe('login |[redacted]| failed');
  });

  it('of a secret after an equals sign that is not quoted-printable', () => {
    expect(redact('?pin=adamSecret1&x=20', ['adamSecret1'])).toBe('?pin=[redacted]&x=20');
    expect(redact('?pin=ad&#97;mSecret1&x=20', ['adamSecret1'])).toBe('?pin=[redacted]&x=20');
  });

  it('of a text of punctuation with an escaped line end', () => {
    expect(redact('<.-:\\n=!?,.>', ['.-:\n=!?,.'])).toBe('<[redacted]>');
  });

  it('of a secret in base64, cut at any position', () => {
    for (const cut of [0, 1, 2, 3, 4, 5, 6, 7]) {
      const echo = Buffer.from('..kangaroo-42..').toString('base64').slice(cut);
      expect(redact(`(${echo})`, ['kangaroo-42'])).toBe('([redacted])');
    }
  });

  it.each(['\n', '\r\n'])('of a secret in lines of base64 that end in %j', (lineEnd) => {
    const lines =
      Buffer.from('12345 kangaroo-42')
        .toString('base64')
        .match(/.{1,12}/g) ?? [];
    expect(lines.length).toBe(2);
    expect(redact(`(${lines.join(lineEnd)})`, ['kangaroo'])).toBe('([redacted])');
    expect(redact(`(${lines.join(lineEnd)})`, ['platypus'])).toBe(`(${lines.join(lineEnd)})`);
  });

  it('of a secret in base64 that was escaped before and after encoding', () => {
    const inner = Buffer.from('a=kangar%6Fo').toString('base64');
    expect(redact(`(${Buffer.from(`x:${inner}`).toString('base64')})`, ['kangaroo'])).toBe('([redacted])');
    expect(redact(`(${encodeURIComponent(inner)})`, ['kangaroo'])).toBe('([redacted])');
    expect(redact(`(${Buffer.from(`&${'amp;'.repeat(9)}`).toString('base64')})`, ['kangaroo'])).toBe('([redacted])');
  });

  it('of a secret in base64, nested up to three times', () => {
    const wrapped = (times: number): string =>
      Array.from({ length: times }).reduce<string>((text) => Buffer.from(text).toString('base64url'), 'kangaroo-42');
    expect(redact(wrapped(3), ['kangaroo-42'])).toBe('[redacted]');
    expect(redact(wrapped(4), ['kangaroo-42'])).toBe(wrapped(4));
  });

  it('of a text that consists of a secret, in both forms', () => {
    expect(redact('abcd', ['abcd'])).toBe('[redacted]');
    expect(redact('abcdefg', ['ab.cd.efg'])).toBe('[redacted]');
  });

  it.each([
    ['a digest', createHash('md5').update(PASSWORD).digest('hex')],
    ['a digest in capitals', createHash('md5').update(PASSWORD).digest('hex').toUpperCase()],
    ['base64 in capitals', Buffer.from(PASSWORD).toString('base64').toUpperCase()],
    ['base64 of more, in small letters', Buffer.from(`a:${PASSWORD};`).toString('base64').toLowerCase().slice(4, -4)],
  ])('of a value derived from a password: %s', (_name, echo) => {
    expect(redact(`near |${echo}|`, withDerived(PASSWORD))).toMatch(/^near \|\w{0,2}\[redacted\][\w=]{0,3}\|$/);
  });

  it('of nested secrets, each time', () => {
    expect(redact('abcd-abcdefgh-abcd', ['abcd', 'abcdefgh'])).toBe('[redacted]-[redacted]-[redacted]');
  });

  it.each(['abcd', 'abcde', 'abcdef'])('of a complete short secret, but not of its pieces: %s', (secret) => {
    expect(redact(`x${secret.toUpperCase()}y ${secret.slice(1)} ${secret.slice(0, -1)}`, [secret])).toBe(
      `x[redacted]y ${secret.slice(1)} ${secret.slice(0, -1)}`,
    );
  });

  it('of a complete secret of seven characters, but not of its pieces', () => {
    expect(redact('abcdefg bcdefg abcdef', ['abcdefg'])).toBe('[redacted] bcdefg abcdef');
  });

  it('of a secret that crosses the end of a long part of a text', () => {
    for (const before of [16_370, 16_384, 32_760]) {
      const text = `${'- '.repeat(before / 2)}${encodeURIComponent(PASSWORD)} -`;
      expect(redact(text, [PASSWORD])).toBe(`${'- '.repeat(before / 2)}[redacted] -`);
    }
  });

  it('of a secret at the start of a long text', () => {
    const rest = ' -'.repeat(20_000);
    expect(redact(`ab ${PASSWORD}${rest}`, [PASSWORD])).toBe(`ab [redacted]${rest}`);
  });

  it('but hides no word that contains the few letters of a secret', () => {
    expect(redact('the llama of Alabama', ['l, a m! (a)'])).toBe('the llama of Alabama');
    expect(redact('a.b.c.d.e.f.g', ['ab-cd-ef-g'])).toBe('[redacted]');
  });

  it('but leaves other words and short values unchanged', () => {
    expect(redact('OK: the sender Test was not found', ['OK', 'Bad'])).toBe('OK: the sender Test was not found');
    expect(redact('No such group', [PASSWORD, MESSAGE, POLISH])).toBe('No such group');
    const page = 'A & B <b>100%</b> C:\\dir &copy; 2026 &unknown; \\u12 %zz &#xfffffff; data:VGhpcyBpcyBwbGFpbg==';
    expect(redact(page, [PASSWORD, MESSAGE, POLISH])).toBe(page);
  });

  it('and hides the text if there are too many secrets', () => {
    const many = Array.from({ length: 2001 }, () => 'x'.repeat(1000));
    expect(redact('any text', many.slice(1))).toBe('any text');
    expect(redact('any text', many)).toBe('[redacted]');
    expect(redact('', many)).toBe('');
  });

  it('and hides the text if escapes are nested too deeply', () => {
    const wrapped = (times: number): string => `&${'amp;'.repeat(times)}lt;`;
    expect(redact(`a ${wrapped(5)} b`, [PASSWORD])).toBe(`a ${wrapped(5)} b`);
    expect(redact(`a ${wrapped(6)} b`, [PASSWORD])).toBe('[redacted]');
  });
});

describe('redactNumbers', () => {
  it.each([
    ['48500100200', '…200'],
    ['+48 500 100 200', '…200'],
    ['(48) 500-100-201', '(…201'],
    ['500.100.202', '…202'],
    ['to &#52;8500100203, which', 'to …203, which'],
    ['to=%2B48500100204&x', 'to=…204&x'],
    ['%34%38%35%30%30%31%30%30%32%30%35', '…205'],
    ['48&nbsp;500&nbsp;100&nbsp;206', '…206'],
    ['48+500+100+207', '…207'],
    ['\\u0034\\u0038500100208', '…208'],
    ['٤٨٥٠٠١٠٠٢٠٩', '…209'],
    ['４８５００１００２１０', '…210'],
    ['𝟒𝟖𝟓𝟎𝟎𝟏𝟎𝟎𝟐𝟏𝟏', '…211'],
    ['id 12345678 of 2026-11-21', 'id 12345678 of 2026-11-21'],
  ])('%s becomes %s', (text, safe) => {
    expect(redactNumbers(text)).toBe(safe);
  });

  it('hides a complete number if a part of it is a secret', () => {
    expect(redact('to +48 500 100 200 only', ['500100200'])).toBe('to [redacted] only');
  });
});
