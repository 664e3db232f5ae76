import nock from 'nock-15';
import { giveWithResolvers } from '../../support/with-resolvers.js';
import { namesNock } from './nock-suite.js';

giveWithResolvers();
namesNock(nock as never, ['node:http', 'fetch']);
