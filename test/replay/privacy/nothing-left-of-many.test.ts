import { nothingIsLeft } from './left/suite.js';

nothingIsLeft(Number(process.env['LEFT_VALUES'] ?? 10_000));
