// `npm run test:slow -- NAME [options]`, and `random` and `bench` in the same way: runs the commands of a name.
import { spawnSync } from 'node:child_process';
import { NAMED_COMMANDS } from './named-commands.js';

const [script, ...words] = process.argv.slice(2) as ['test:slow' | 'random' | 'bench', ...string[]];
const commands = NAMED_COMMANDS[script];
const names = Object.keys(commands).join(', ');
if (script === 'bench' && (words[0] === undefined || words[0].startsWith('--'))) {
  console.log(`Running the default benchmark. Benchmarks: ${names}`);
  words.unshift('default');
}
const [name = '', ...options] = words;
const named = commands[name];
if (named === undefined) {
  console.error(`${name === '' ? 'Name missing' : `Unknown name "${name}"`}. Use: npm run ${script} -- NAME [options]`);
  console.error(`Names: ${names}`);
  process.exit(1);
}
for (const [index, command] of named.entries()) {
  const [program = '', ...args] = command.split(' ');
  if (index === named.length - 1) args.push(...options);
  const { status, error } = spawnSync(program, args, { stdio: 'inherit' });
  if (error !== undefined) console.error(`${program} cannot be started: ${error.message}`);
  if (status !== 0) process.exit(status ?? 1);
}
