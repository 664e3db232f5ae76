import express from 'express';
import { handler, listen } from './handler.mjs';

const app = express();
const parsers = {
  none: [],
  urlencoded: [express.urlencoded({ extended: false })],
  extended: [express.urlencoded({ extended: true })],
};
for (const parser of parsers[process.argv[2]]) app.use(parser);
const router = express.Router();
router.all('/callback', handler.node);
// Below a router the framework shortens url; originalUrl is whole.
app.use('/sms', router);
app.all('/callback', handler.node);
listen(app);
