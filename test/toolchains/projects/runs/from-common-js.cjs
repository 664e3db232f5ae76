const { required } = require('../shared/required.cjs');
const { isOne, scenario } = require('../shared/scenario.cjs');

async function run() {
  await scenario(required);
  const { imported } = await import('../shared/imported.mjs');
  isOne(required, imported);
  console.log('all is well');
}

run();
