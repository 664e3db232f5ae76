import bodyParser from 'body-parser';
import connect from 'connect';
import { handler, listen } from './handler.mjs';

const app = connect();
if (process.argv[2] === 'urlencoded') app.use(bodyParser.urlencoded({ extended: false }));
app.use('/callback', handler.node);
listen(app);
