import { describe, expect, it } from 'vitest';
import { redact, redactNumbers } from '../../src/errors/redact.js';

const PASSWORD = 'Sup3r&Secret\'Password"x';
const MESSAGE = 'Twój kod\r\nto <7391>, nie podawaj go nikomu';

describe('redact finds an echo', () => {
  it.each([
    ['as it was sent', PASSWORD],
    ['escaped for XML', 'Sup3r&amp;Secret\'Password"x'],
    ['escaped for HTML', 'Sup3r&amp;Secret&#039;Password&quot;x'],
    ['escaped twice', "Sup3r&amp;amp;Secret'Password&amp;quot;x"],
    ['in JSON', 'Sup3r&Secret\'Password\\"x'],
    ['in a URL', encodeURIComponent(PASSWORD)],
    ['cut, as PHP cuts arguments', "Sup3r&Secret'Pa..."],
  ])('of a password %s', (_name, echo) => {
    const safe = redact(`Stack trace: login('alice', '${echo}') failed`, [PASSWORD]);
    expect(safe).not.toContain('Sup3r');
    expect(safe).not.toContain('Secret');
    expect(safe).toContain("login('alice', '[redacted]");
  });

  it.each([
    ['with other line ends', MESSAGE.replace('\r\n', '\n')],
    ['in ASCII JSON', JSON.stringify(MESSAGE).replace('ó', '\\u00f3')],
    ['escaped', MESSAGE.replace('<', '&lt;').replace('>', '&gt;')],
    ['cut', MESSAGE.slice(0, 15)],
  ])('of a message %s', (_name, echo) => {
    expect(redact(`message was ${echo}.`, [MESSAGE])).not.toMatch(/kod|7391|nikomu/);
  });

  it('of several secrets, one inside the other, every time', () => {
    expect(redact('abcd-abcdefgh-abcd', ['abcd', 'abcdefgh'])).toBe('[redacted]-[redacted]-[redacted]');
  });

  it('and leaves other words and short values alone', () => {
    expect(redact('OK: the sender Test was not found', ['OK', 'Bad'])).toBe('OK: the sender Test was not found');
  });
});

describe('redactNumbers', () => {
  it.each([
    ['48500100200', '…200'],
    ['+48 500 100 200', '…200'],
    ['(48) 500-100-201', '(…201'],
    ['500.100.202', '…202'],
    ['id 12345678 of 2026-11-21', 'id 12345678 of 2026-11-21'],
  ])('%s becomes %s', (text, safe) => {
    expect(redactNumbers(text)).toBe(safe);
  });
});
