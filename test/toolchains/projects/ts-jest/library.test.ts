import { program } from '../shared/program';

test('the library works, and its types are there', async () => {
  expect(await program()).toBe('all is well');
}, 20_000);
