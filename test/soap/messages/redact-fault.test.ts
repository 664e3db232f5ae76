import { describe, expect, it } from 'vitest';
import { redactor } from '../../../src/redact/redact.js';
import { redactFault } from '../../../src/soap/messages/fault.js';

const SECRET = 'sesame-0001';

describe('a Fault without what it echoes', () => {
  it('has all its parts', () => {
    const fault = {
      faultCode: `Client.${SECRET}`,
      faultString: `near ${SECRET}`,
      faultActor: `http://gateway/${SECRET}`,
      detail: `at ${SECRET}`,
    };
    expect(redactFault(fault, redactor([SECRET]))).toEqual({
      faultCode: 'Client.[redacted]',
      faultString: 'near [redacted]',
      faultActor: 'http://gateway/[redacted]',
      detail: 'at [redacted]',
    });
  });

  it('has all of its detail, lists and elements by their names', () => {
    const detail = {
      line: ['1', SECRET, { [SECRET]: `x${SECRET}` }],
      trace: { at: SECRET, [`${SECRET}-`]: 'a', [SECRET]: 'b', [SECRET.toUpperCase()]: 'c' },
    };
    expect(redactFault({ faultCode: '', faultString: '', detail }, redactor([SECRET])).detail).toEqual({
      line: ['1', '[redacted]', { '[redacted]': 'x[redacted]' }],
      trace: { at: '[redacted]', '[redacted]-': 'a', '[redacted]': 'b', '[redacted] 2': 'c' },
    });
  });

  it('numbers masked names that are equal', () => {
    const names = ['sesame-0001', 'SESAME-0001', 'Sesame-0001', 'sEsame-0001'];
    const detail = Object.fromEntries(names.map((name, index) => [name, String(index)]));
    expect(redactFault({ faultCode: '', faultString: '', detail }, redactor([SECRET])).detail).toEqual({
      '[redacted]': '0',
      '[redacted] 2': '1',
      '[redacted] 3': '2',
      '[redacted] 4': '3',
    });
  });
});
