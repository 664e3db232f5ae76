import { createSandbox } from '../../../src/sandbox/index.js';
import type { Gateway } from './migrate.js';

/** An embedded gateway with an address book in one of its accounts, and a little of it and more in the other one. */
export function embeddedGateway(numbers: number, groups: number): Gateway {
  const perGroup = Math.ceil(numbers / groups);
  const [from, to] = [
    { username: 'old', password: 'password' },
    { username: 'new', password: 'password' },
  ];
  const sandbox = createSandbox({
    maxKeptRequests: 0,
    accounts: [
      {
        ...from,
        groups: Array.from({ length: groups }, (_, group) => ({
          name: `Grupa ${group} „ż”`,
          info: `info ${group}`,
          numbers: Array.from({ length: perGroup }, (_value, index) => ({
            number: `48500${String(group * perGroup + index).padStart(6, '0')}`,
            name: `Osoba ${index} & ${group}`,
          })),
        })),
      },
      {
        ...to,
        groups: [
          { name: 'Zostaje', info: 'own', numbers: [{ number: '48600200300', name: 'Ktoś' }] },
          { name: 'Grupa 0 „ż”', info: 'info 0', numbers: [{ number: '48500000000', name: 'Osoba 0 & 0' }] },
        ],
      },
    ],
  });
  return {
    transport: sandbox.transport(),
    url: 'http://gateway.test/',
    from,
    to,
  };
}
