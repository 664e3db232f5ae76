import type { Call } from './calls.js';

/** HAR of calls, as browsers and proxies write it. */
export function recordedHar(calls: readonly Call[]): object {
  return { log: { version: '1.2', entries: calls.map(harEntry) } };
}

function harEntry({ request, response, status }: Call, index: number): object {
  const headers = [{ name: 'Content-Type', value: 'text/xml; charset=utf-8' }];
  return {
    startedDateTime: new Date(1_772_000_000_000 + index).toISOString(),
    time: index,
    request: { method: 'POST', url: 'http://gateway.test/', headers, postData: { text: request } },
    response: { status, headers, content: { text: response } },
  };
}
