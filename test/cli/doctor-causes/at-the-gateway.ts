import type { OutgoingHttpHeaders } from 'node:http';
import type { InjectedFailure, SandboxAccount } from '../../../src/sandbox/index.js';
import { answers, type Causes, gateway, listen, PASSWORD, type Produce, soap } from './situation.js';

/** A server that answers every request so. */
function answering(status: number, headers: OutgoingHttpHeaders = {}, body = ''): Produce {
  return async () => ({ profile: { url: await answers(status, headers, body) } });
}

const LOGIN = '<!doctype html>\n<html><title>Log in</title></html>';

/** A gateway with such an account. */
function account(given: Partial<SandboxAccount>, args: readonly string[] = [], password = PASSWORD): Produce {
  return async () => {
    const { url } = await gateway(given);
    return {
      profile: { url },
      args,
      environment: { PASSWORD: password },
      secrets: [password],
      values: { user: 'shop' },
    };
  };
}

/** What a gateway says when it refuses. */
const WORDS = 'not for you';

/** A gateway that fails so when it is asked for points. */
function failing(failure: InjectedFailure, operation = 'soap_CheckPoints', args: readonly string[] = []): Produce {
  return async () => {
    const sandbox = await gateway();
    sandbox.failEvery(1, operation, 'result' in failure ? { description: WORDS, ...failure } : failure);
    return { profile: { url: sandbox.url }, args, values: { words: WORDS } };
  };
}

/** No password, in a gateway that would hear of every call. */
function withoutPassword(profile: Readonly<Record<string, string>>, values: Readonly<Record<string, string>>): Produce {
  return async () => {
    const { url } = await gateway();
    return { profile: { url, passwordEnv: undefined, ...profile }, values };
  };
}

const SEND = ['--send', '48500100200'];

/** What is wrong with what answers, and with the account. */
export const AT_THE_GATEWAY: Causes = {
  'there is no SOAP at the path': answering(404, {}, '<html><h1>Not Found</h1></html>'),
  'a page of HTML answers': answering(200, { 'Content-Type': 'text/html' }, LOGIN),
  'an empty body answers': answering(200, { 'Content-Type': 'text/xml' }),
  'a redirect within the host': async () => {
    const url = await answers(301, { Location: '/new/soap' });
    return { profile: { url }, values: { status: 301, location: url.replace('/soap', '/new/soap') } };
  },
  'a redirect to another host': async () => ({
    profile: { url: await answers(302, { Location: 'https://login.test/?session=4711' }) },
    values: { status: 302, location: 'https://login.test/' },
  }),
  'a redirect to itself': async () => {
    const url = await answers(307, { Location: '/soap' });
    return { profile: { url }, values: { status: 307, location: url } };
  },
  'a redirect to nowhere': answering(302),
  'the web server wants credentials': answering(401, { 'WWW-Authenticate': 'Basic' }),
  'the web server keeps this machine out': answering(403, {}, '<h1>Forbidden</h1>'),
  'the gateway or what stands before it fails': answering(503, {}, '<h1>Maintenance</h1>'),
  'it fails, and says how long': answering(503, { 'Retry-After': '90' }, '<h1>Maintenance</h1>'),
  'too many requests, says the web server': answering(429, { 'Retry-After': '30' }, 'slow down'),
  'nothing answers in time': async () => {
    const { url } = await gateway().then((sandbox) => {
      sandbox.failEvery(1, '*', { delayMs: 60_000 });
      return sandbox;
    });
    return { profile: { url, timeoutMs: 300 }, values: { ms: 300 } };
  },
  'the connection ends without a response': failing({ drop: 'before' }),
  'something else than HTTP answers': async () => {
    const port = await listen((socket) => socket.end('220 mail.example ESMTP\r\n'));
    return { profile: { url: `http://127.0.0.1:${port}/soap` }, values: { code: 'HPE_INVALID_CONSTANT' } };
  },
  'a SOAP Fault of the server': failing({ fault: { code: 'Server', string: 'out of memory' } }),
  'a SOAP Fault of the client': failing({ fault: { code: 'Client', string: 'no such procedure' } }),
  'another SOAP service answers': async () => ({
    profile: { url: await answers(200, { 'Content-Type': 'text/xml' }, soap('<weather xmlns="urn:weather"/>')) },
    values: {
      what: 'result: is missing, and success is not assumed: <weather> of the namespace urn:weather has nothing that is known',
    },
  }),
  'an internal error of the gateway': failing({ result: 999 }),
  'a code that nobody knows': failing({ result: 7777 }),
  'too many calls in a time': failing({ result: 203 }),
  'too many calls at once': failing({ result: 202 }),
  'the gateway takes no plain HTTP': failing({ result: 997 }),
  'there is no password': [
    withoutPassword({ passwordEnv: 'SHOP_PASSWORD' }, { places: 'SHOP_PASSWORD' }),
    withoutPassword({}, { places: 'passwordEnv or passwordFile of the profile, or --password-file' }),
  ],
  'the password file is not there': withoutPassword(
    { passwordFile: '/nowhere/password' },
    { file: '/nowhere/password', code: 'ENOENT' },
  ),
  'the password file is empty': async (write) => {
    const file = write('empty-password', '\n');
    const { url } = await gateway();
    return { profile: { url, passwordEnv: undefined, passwordFile: file }, values: { file } };
  },
  'the password is wrong': account({}, [], 'wrong-secret-77'),
  'the password travels in the wrong form': account({ hash: 'md5' }),
  'the account may not use the service': failing({ result: 110 }),
  'only the main user may': failing({ result: 1000 }),
  'the account is restricted': failing({ result: 98 }),
  'the IP filter keeps this machine out': account({ allowedAddresses: [] }, SEND),
  'the number of --send is none': account({}, ['--send', 'abc']),
  'the number of --send is not taken': failing({ result: 57 }, 'soap_SendSms', SEND),
  'there are no points': account({ points: 0 }),
  'there are too few points': failing({ result: 103 }),
  'the gateway fails when it is asked for senders': failing({ result: 999 }, 'soap_GetSenders'),
};
