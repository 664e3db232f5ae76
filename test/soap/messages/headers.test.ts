import { describe, expect, it } from 'vitest';
import type { Transport } from '../../../src/calls/index.js';
import {
  caller,
  header,
  int,
  type Operation,
  operation,
  record,
  required,
  service,
  string,
  withHeaders,
} from '../../../src/soap/index.js';

interface Session {
  readonly token: string;
}
interface Input {
  readonly by: number | null;
  readonly $headers?:
    | { readonly session?: Session | null | undefined; readonly trace?: string | null | undefined }
    | undefined;
}
interface Output {
  readonly count?: number | null | undefined;
  readonly $headers: { readonly session?: Session | null | undefined };
}

const SessionCodec = record<Session>('ns1:Session', { token: required(string) }, (token) => ({ token }));
const count: Operation<Input, Output> = withHeaders(
  operation({ name: 'count', namespace: 'urn:s', soapAction: '', input: { by: int }, output: { count: int } }),
  {
    input: { session: header('urn:s', SessionCodec), trace: header('', string) },
    output: { session: header('urn:s', SessionCodec) },
  },
);
const Sessions = service({ name: 'Sessions', namespaces: { ns1: 'urn:s' }, operations: { count } });

async function calling(input: Input, headers = ''): Promise<{ readonly output: Output; readonly sent: string }> {
  let sent = '';
  const transport: Transport = {
    send: async ({ body }) => {
      sent = Buffer.from(body as Uint8Array).toString('utf8');
      const response = `<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"
        xmlns:i="http://www.w3.org/2001/XMLSchema-instance">${headers}<e:Body><countResponse><count>8</count>
        </countResponse></e:Body></e:Envelope>`;
      return { status: 200, headers: { 'content-type': 'text/xml' }, body: Buffer.from(response) };
    },
  };
  return { output: await caller(Sessions, { transport, url: 'http://127.0.0.1/' })(count, input), sent };
}

describe('headers of a request', () => {
  it('are written to the Header, each in its namespace, and nil if they are null', async () => {
    const { sent } = await calling({ by: 1, $headers: { session: { token: 'a<b' }, trace: null } });
    expect(sent).toContain(
      '<SOAP-ENV:Header xmlns:ns1="urn:s"><ns1:session xsi:type="ns1:Session"><token xsi:type="xsd:string">a&lt;b</token>' +
        '</ns1:session><trace xsi:type="xsd:string" xsi:nil="true"/></SOAP-ENV:Header><SOAP-ENV:Body>',
    );
    expect(sent).toContain('<ns1:count xmlns:ns1="urn:s"><by xsi:type="xsd:int">1</by></ns1:count>');
  });

  it.each([{ by: 1 }, { by: 1, $headers: {} }, { by: 1, $headers: undefined }])(
    'need not be there: %j',
    async (input) => {
      const { sent } = await calling(input);
      expect(sent).not.toContain('Header');
    },
  );

  it.each([
    [{ session: { token: 1 } }, /\$headers\.session\.token/],
    [{ other: 'x' }, /\$headers\.other/],
    ['text', /\$headers/],
  ])('are refused before anything is sent: %j', async ($headers, wanted) => {
    const rejected = calling({ by: 1, $headers } as unknown as Input);
    await expect(rejected).rejects.toMatchObject({ name: 'ValidationError', message: expect.stringMatching(wanted) });
  });
});

describe('headers of a response', () => {
  it('are returned with the parts, for any prefix', async () => {
    const { output } = await calling(
      { by: 1 },
      '<e:Header><x:session xmlns:x="urn:s"><token>t</token></x:session></e:Header>',
    );
    expect(output).toEqual({ count: 8, $headers: { session: { token: 't' } } });
  });

  it('are understood if they are marked with mustUnderstand', async () => {
    const session = '<session e:mustUnderstand="1"><token>t</token></session>';
    const { output } = await calling({ by: 1 }, `<e:Header>${session}</e:Header>`);
    expect(output.$headers).toEqual({ session: { token: 't' } });
  });

  it('are null if they are nil, and skipped if they are unknown', async () => {
    const { output } = await calling({ by: 1 }, '<e:Header><other><a/></other><session i:nil="true"/></e:Header>');
    expect(output).toEqual({ count: 8, $headers: { session: null } });
  });

  it('are empty without a Header', async () => {
    expect((await calling({ by: 1 })).output).toEqual({ count: 8, $headers: {} });
  });

  it('are refused with their path if they are invalid', async () => {
    const rejected = calling({ by: 1 }, '<e:Header><session/></e:Header>');
    await expect(rejected).rejects.toMatchObject({ name: 'DecodeError', path: '$headers.session.token' });
  });
});
