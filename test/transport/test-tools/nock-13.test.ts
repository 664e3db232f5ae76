import nock from 'nock-13';
import { namesNock } from './nock-suite.js';

// It does not intercept fetch.
namesNock(nock as never, ['node:http']);
