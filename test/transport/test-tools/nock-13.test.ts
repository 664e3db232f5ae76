import nock from 'nock-13';
import { namesNock } from './nock-suite.js';

// It does not intercept fetch.
namesNock(nock, ['node:http']);
