import nock from 'nock-15';
import { giveWithResolvers } from '../../support/with-resolvers.js';
import { playsThroughNock } from './nock-suite.js';

giveWithResolvers();
playsThroughNock(nock as never);
