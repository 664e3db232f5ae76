const test = require('node:test');
const { required } = require('../shared/required.cjs');
const { isOne, scenario } = require('../shared/scenario.cjs');

test('the library works, required', () => scenario(required));
test('what is required and what is imported is one', async () => {
  const { imported } = await import('../shared/imported.mjs');
  isOne(required, imported);
});
