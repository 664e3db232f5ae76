/** Prints the address of an embedded gateway with so many numbers in so many groups: `gateway.ts NUMBERS GROUPS`. */
import { startSandbox } from 'sms-service-client/sandbox';

const [numbers = 0, groups = 1] = process.argv.slice(2).map(Number);
const per = Math.ceil(numbers / groups);
const full = Array.from({ length: groups }, (_, group) => ({
  name: `Group ${group}`,
  numbers: Array.from({ length: Math.min(per, numbers - group * per) }, (__, index) => ({
    number: String(48_500_000_000 + group * per + index),
    name: `Person ${group * per + index}`,
  })),
}));
const { url } = await startSandbox({
  accounts: [
    { username: 'full', password: 'secret', groups: full },
    { username: 'empty', password: 'secret' },
    { username: 'raw', password: 'secret', groups: [{ name: 'Raw' }] },
  ],
  maxKeptRequests: 1,
});
console.log(url);
process.on('disconnect', () => process.exit());
