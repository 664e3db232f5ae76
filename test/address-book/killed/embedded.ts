import { createSandbox } from '../../../src/sandbox/index.js';
import type { Gateway } from './migrate.js';

/** An embedded gateway with an address book in one of its accounts. */
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
      to,
    ],
  });
  const linesOf = (username: string): readonly string[] =>
    (sandbox.account(username)?.groups ?? []).flatMap(({ name, info, numbers: contacts }) => [
      `${name}\t${info}`,
      ...contacts.map((contact) => `${name}\t${info}\t${contact.number}\t${contact.name}`),
    ]);
  return {
    transport: sandbox.transport(),
    url: 'http://gateway.test/',
    from,
    to,
    books: async () => [linesOf('old'), linesOf('new')],
  };
}
