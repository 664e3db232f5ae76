import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { describe, expect, it } from 'vitest';
import { callbackHandler } from '../../../src/callbacks/handler/callback-handler.js';
import type { CallbackHandlerOptions } from '../../../src/callbacks/handler/handler-options.js';
import type { CallbackNotice } from '../../../src/callbacks/handler/running/notices.js';
import { call, deferred, report, settle } from './handler-calls.js';

const CHANNEL = 'sms-service-client:callback';

/** Creates a handler and collects its notices from three sources. */
async function collectNotices(
  options: Partial<CallbackHandlerOptions>,
  queries: readonly string[],
): Promise<{ readonly notices: CallbackNotice[]; readonly published: unknown[]; readonly lines: string[] }> {
  const [notices, published, lines]: [CallbackNotice[], unknown[], string[]] = [[], [], []];
  const listener = (notice: unknown): void => void published.push(notice);
  const keep =
    (level: string) =>
    (line: string): void =>
      void lines.push(`${level} ${line.replace(/durationMs=[\d.]+/, 'durationMs=…')}`);
  subscribe(CHANNEL, listener);
  try {
    const handler = callbackHandler({
      onEvent: () => {},
      observe: (notice) => void notices.push(notice),
      logger: { debug: keep('debug'), info: keep('info'), warn: keep('warn') },
      ...options,
    });
    for (const query of queries) await call(handler, query);
  } finally {
    unsubscribe(CHANNEL, listener);
  }
  return { notices, published, lines };
}

const SECRET = { query: 'key', value: 'the-secret-itself' };
const OWN = 'key=the-secret-itself';

describe('the notices of a handler', () => {
  it('are the same for a function, a channel and a logger', async () => {
    const { notices, published, lines } = await collectNotices({ secret: SECRET }, [
      OWN,
      `${OWN}&${report(['1', '2'])}`,
      `${OWN}&${report(['2', '3'])}`,
      report('1'),
      `${OWN}&${report('1', { donedate: 'yesterday' })}`,
    ]);
    expect(published).toEqual(notices);
    const durationMs: unknown = expect.any(Number);
    expect(notices).toEqual([
      { type: 'answered', status: 200, kind: 'probe', events: 0, doubles: 0, durationMs },
      { type: 'answered', status: 200, kind: 'sms-report', events: 2, doubles: 0, durationMs },
      { type: 'answered', status: 200, kind: 'sms-report', events: 2, doubles: 1, durationMs },
      { type: 'answered', status: 403, events: 0, doubles: 0, durationMs, reason: 'secret' },
      {
        type: 'answered',
        status: 400,
        kind: 'sms-report',
        events: 0,
        doubles: 0,
        durationMs,
        reason: 'sms-report: donedate: must be unix seconds',
      },
    ]);
    const start = 'sms-service-client callback answered status=';
    expect(lines).toEqual([
      `debug ${start}200 events=0 doubles=0 durationMs=… kind=probe`,
      `debug ${start}200 events=2 doubles=0 durationMs=… kind=sms-report`,
      `debug ${start}200 events=2 doubles=1 durationMs=… kind=sms-report`,
      `info ${start}403 events=0 doubles=0 durationMs=… reason=secret`,
      `warn ${start}400 events=0 doubles=0 durationMs=… kind=sms-report reason=sms-report: donedate: must be unix seconds`,
    ]);
  });

  it('of a failure contain the name of the error; onError gets the error itself', async () => {
    const failure = new TypeError('of 48500100200: the-secret-itself');
    const received: unknown[] = [];
    const { notices, lines } = await collectNotices(
      {
        secret: SECRET,
        onEvent: () => Promise.reject(failure),
        onError: ({ error, event }) => void received.push(error, event?.type),
      },
      [`${OWN}&${report('1')}`],
    );
    expect(received).toEqual([failure, 'sms-report']);
    expect(notices).toMatchObject([
      { type: 'failed', part: 'onEvent', kind: 'sms-report', error: 'TypeError' },
      { type: 'answered', status: 500, reason: 'onEvent' },
    ]);
    expect(lines[0]).toBe('warn sms-service-client callback failed part=onEvent kind=sms-report error=TypeError');
  });

  it('do not blame the store if the timeout ends between two events of a call', async () => {
    const { promise, resolve } = deferred();
    const { notices } = await collectNotices({ timeoutMs: 20, onEvent: () => promise }, [report(['1', '2'])]);
    resolve();
    await settle();
    expect(notices.map(({ type }) => type)).toEqual(['overdue', 'answered']);
  });
  it('show no secret, key, text, number or address', async () => {
    const sms = 'sms_from=48500100200&sms_to=48500100201&sms_text=a+private+text&sms_date=1800000000';
    const all = await collectNotices({ secret: SECRET, notifyKey: 'a key that nobody can guess' }, [
      `${OWN}&${sms}`,
      sms,
      `${OWN}&${sms}&sms_date=x`,
      `${OWN}&48500100200=48500100200`,
      `${OWN}&${report('1', { donedate: '48500100200', to: 'the-secret-itself' })}`,
      `key=the-secret-itsel&${sms}`,
      `${OWN}&sms-expires=9999999999&sms-signature=${'A'.repeat(43)}&${report('1', { idx: 'order17' })}`,
      `${OWN}&%zz`,
    ]);
    expect(all.notices.length).toBe(8);
    const everything = JSON.stringify(all);
    expect(everything).not.toMatch(/the-secret|nobody|private|500100|AAAA|order17/);
  });

  it('do not cause a failure if a listener fails', async () => {
    const throws = (): never => {
      throw new Error('no');
    };
    const handler = callbackHandler({
      onEvent: () => {},
      observe: throws,
      onError: throws,
      logger: { debug: throws, info: throws, warn: throws },
    });
    expect(await call(handler, report('1'))).toEqual({ status: 200, text: 'OK' });
  });
});
