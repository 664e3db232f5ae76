import { imported } from '../shared/imported.mjs';
import scenarios from '../shared/scenario.cjs';

await scenarios.scenario(imported);
console.log('all is well');
