import { createSandbox, type GroupView, type MessageView } from '../../src/sandbox/index.js';

const ACCOUNT = { username: 'alice', password: 'sesame', points: 100, senders: ['Shop', 'Info'] };
/** The client part of every request. */
export const CLIENT_XML = '<client><username>alice</username><password>sesame</password></client>';

const NAMESPACES =
  'xmlns:e="http://schemas.xmlsoap.org/soap/envelope/" xmlns:enc="http://schemas.xmlsoap.org/soap/encoding/"' +
  ' xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:xsd="http://www.w3.org/2001/XMLSchema"' +
  ' xmlns:n="urn:sms-service"';

/** A request with a Body of any content. */
export function requestOf(body: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?><e:Envelope ${NAMESPACES}><e:Body>${body}</e:Body></e:Envelope>`;
}

/** A request for a new group: `name` and `info` are strings. */
export function groupRequest(fields: string): string {
  return requestOf(`<n:soap_AddGroup>${CLIENT_XML}<group>${fields}</group></n:soap_AddGroup>`);
}

/** A request for messages to two: the text shows which parameters arrived. */
export function multiRequest(fields: string): string {
  const message = '<message>[%1%]/[%2%]</message>';
  return requestOf(`<n:soap_SendMulti>${CLIENT_XML}<sms_param>${message}${fields}</sms_param></n:soap_SendMulti>`);
}

/** The result of a request at the embedded gateway. */
export interface Received {
  readonly status: number;
  /** The `faultcode` without its prefix and the `faultstring`; `undefined` for any other response. */
  readonly fault: string | undefined;
  /** The envelope that was answered. */
  readonly response: string;
  readonly groups: readonly Pick<GroupView, 'name' | 'info'>[];
  readonly messages: readonly Pick<MessageView, 'to' | 'message' | 'idx'>[];
}

/** Sends a raw request to a new embedded gateway with one account. */
export async function receive(
  document: string | Uint8Array,
  headers: Readonly<Record<string, string>> = { 'content-type': 'text/xml; charset=utf-8' },
): Promise<Received> {
  const sandbox = createSandbox({ accounts: [ACCOUNT] });
  const { status, body } = await sandbox.transport().send({
    url: 'http://localhost/soap',
    operation: '',
    method: 'POST',
    idempotent: false,
    headers,
    body: typeof document === 'string' ? Buffer.from(document, 'utf8') : document,
  });
  if (!(body instanceof Uint8Array)) throw new Error('the response is not whole');
  const response = Buffer.from(body).toString('utf8');
  const account = sandbox.account('alice');
  const [, code, reason] =
    /<faultcode>SOAP-ENV:(.*?)<\/faultcode><faultstring>(.*?)<\/faultstring>/.exec(response) ?? [];
  return {
    status,
    fault: code === undefined ? undefined : `${code}: ${reason}`,
    response,
    groups: (account?.groups ?? []).map(({ name, info }) => ({ name, info })),
    messages: [...(account?.messages ?? []), ...(account?.scheduled ?? [])].map(({ to, message, idx }) => ({
      to,
      message,
      idx,
    })),
  };
}
