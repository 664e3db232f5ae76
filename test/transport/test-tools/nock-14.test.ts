import nock from 'nock';
import { namesNock } from './nock-suite.js';

namesNock(nock, ['node:http', 'fetch']);
