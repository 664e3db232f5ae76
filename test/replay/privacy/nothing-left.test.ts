import { nothingIsLeft } from './left/suite.js';

// All of it, 10,000 values, is in `npm run test:slow -- proofs`.
nothingIsLeft(200);
