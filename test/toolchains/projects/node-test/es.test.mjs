import test from 'node:test';
import { imported } from '../shared/imported.mjs';
import { required } from '../shared/required.cjs';
import scenarios from '../shared/scenario.cjs';

test('the library works, imported', () => scenarios.scenario(imported));
test('what is imported and what is required is one', () => scenarios.isOne(required, imported));
