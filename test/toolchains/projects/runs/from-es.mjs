import { imported } from '../shared/imported.mjs';
import { required } from '../shared/required.cjs';
import scenarios from '../shared/scenario.cjs';

await scenarios.scenario(imported);
scenarios.isOne(required, imported);
console.log('all is well');
