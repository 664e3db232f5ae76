import { SmsServiceClient } from 'sms-service-client';
import { SmsServiceHttpClient } from 'sms-service-client/http';
import { fetchTransport } from 'sms-service-client/transport';

const credentials = { username: 'alice', password: 'sesame-9' };
/** The client of all requests that ask for it, with a function for its credentials. */
let shared;

/**
 * Calls the gateway that the query names over both interfaces, and answers with what came of it; or makes one call with
 * a client that it keeps, in the time that the query gives it.
 */
export default {
  fetch: async (request) => {
    const asked = new URL(request.url).searchParams;
    const timeoutMs = asked.get('timeoutMs');
    if (timeoutMs !== null) {
      const url = asked.get('soap');
      const options = { transport: fetchTransport(), adaptiveLimit: false };
      shared ??= new SmsServiceClient({ url, credentials: async () => credentials, ...options });
      return Response.json(await failure(shared.checkPoints({ timeoutMs: Number(timeoutMs) })));
    }
    const transport = fetchTransport();
    const soap = new SmsServiceClient({ url: asked.get('soap'), credentials, transport, retry: false });
    const http = new SmsServiceHttpClient({ url: asked.get('http'), token: 't0ken', transport });
    const nobody = new SmsServiceClient({ url: 'http://127.0.0.1:1/', credentials, transport, retry: false });

    const { groupId } = await soap.addGroup({ name: 'Żółwie' });
    await soap.addNumber({ groupId, number: '48500100200' });
    const numbers = [];
    for await (const { number } of soap.streamNumbers(groupId)) numbers.push(number);
    const { messages } = await http.sms.send({ to: '48500100200', message: 'Zażółć' });
    const { points } = await http.profile.get();
    const upload = { to: '48500100200', file: { bytes: new Uint8Array(100_000), name: 'none.wav' } };
    return Response.json({
      numbers,
      ids: messages.map(({ id }) => id),
      points,
      upload: await failure(http.vms.send(upload)),
      refused: await failure(nobody.checkPoints()),
      late: await failure(soap.checkPoints({ timeoutMs: 50 })),
    });
  },
};

/** The code of what a call has failed with, and its outcome. */
async function failure(call) {
  try {
    return await call;
  } catch (error) {
    return [error.code, error.result ?? null, error.outcome];
  }
}
