import { describe, expect, it } from 'vitest';
import { timetable } from '../../../../src/calls/interceptors/limit/timetable.js';

/** 2026-11-23 is a Monday. The times are those of the machine, as in a timetable. */
const at = (day: number, hour: number, minute: number): Date => new Date(2026, 10, day, hour, minute, 59);
const paceAt = (text: string, date: Date): number => timetable(text, () => date)();

describe('a timetable', () => {
  it.each([
    [at(23, 7, 59), 200],
    [at(23, 8, 0), 20],
    [at(23, 21, 59), 20],
    [at(23, 22, 0), 200],
    [at(29, 0, 0), 200],
    [at(29, 12, 0), 20],
  ])('holds on every day: at %s it is %i', (date, perSecond) => {
    expect(paceAt('08:00,20 22:00,200', date)).toBe(perSecond);
    expect(paceAt('  22:00,200\t8:00,20\n', date)).toBe(perSecond);
  });

  it.each([
    ['Sunday, before all entries of the week', at(22, 23, 0), Number.POSITIVE_INFINITY],
    ['Monday, before eight', at(23, 7, 59), Number.POSITIVE_INFINITY],
    ['Monday, at eight', at(23, 8, 0), 20],
    ['Wednesday', at(25, 3, 0), 20],
    ['Friday, at eighteen', at(27, 18, 0), 0.5],
    ['Saturday', at(28, 0, 0), Number.POSITIVE_INFINITY],
  ])('may name days, and what stands last holds over the end of the week: %s', (_what, date, perSecond) => {
    expect(paceAt('Mon-08:00,20 fri-18:00,0.5 Sat-00:00,off', date)).toBe(perSecond);
  });

  it.each([
    ['50', 50],
    ['0.5', 0.5],
    ['off', Number.POSITIVE_INFINITY],
  ])('may be one number for all times: %s', (text, perSecond) => {
    expect(paceAt(text, at(23, 3, 3))).toBe(perSecond);
  });

  it('goes by the clock on the wall on the days on which that is changed', () => {
    // Warsaw: 02:00 is 03:00 on 2026-03-29, and 03:00 is 02:00 again on 2026-10-25. The moments are in UTC.
    const zone = process.env.TZ;
    process.env.TZ = 'Europe/Warsaw';
    try {
      const pace = (text: string, moment: string): number => paceAt(text, new Date(moment));
      const spring = '00:00,1 02:30,2 04:00,3';
      expect(pace(spring, '2026-03-29T00:59:59Z')).toBe(1);
      expect(pace(spring, '2026-03-29T01:00:00Z')).toBe(2);
      expect(pace(spring, '2026-03-29T02:00:00Z')).toBe(3);
      const autumn = '00:00,1 02:30,2 03:00,3';
      expect(pace(autumn, '2026-10-25T00:29:00Z')).toBe(1);
      expect(pace(autumn, '2026-10-25T00:30:00Z')).toBe(2);
      expect(pace(autumn, '2026-10-25T01:00:00Z')).toBe(1);
      expect(pace(autumn, '2026-10-25T01:30:00Z')).toBe(2);
      expect(pace(autumn, '2026-10-25T02:00:00Z')).toBe(3);
    } finally {
      if (zone === undefined) delete process.env.TZ;
      else process.env.TZ = zone;
    }
  });

  it.each([
    '',
    ' ',
    '0',
    '-1',
    '08:00',
    '08:00,',
    '08:00,0',
    '8,20',
    '24:00,20',
    '08:60,20',
    'Foo-08:00,20',
    '08:00,20,22:00,200',
    '08:00,20 200',
    'NaN',
    '08:00,Infinity',
    '1e3',
    '08:00,20 8:00,30',
    'Mon-08:00,20 08:00,30',
    'x'.repeat(100_000),
    '08:00,20 '.repeat(1000),
  ])('that is none is refused, and not shown', (text) => {
    const refused = expect.objectContaining({ name: 'ValidationError', path: 'timetable' });
    expect(() => timetable(text)).toThrow(refused);
  });
});
