// What every project does with the library, which it loads in its own way; it loads nothing itself.
const assert = process.getBuiltinModule('node:assert/strict');
const { mkdtempSync, rmSync } = process.getBuiltinModule('node:fs');
const { tmpdir } = process.getBuiltinModule('node:os');
const path = process.getBuiltinModule('node:path');

const CREDENTIALS = { username: 'demo', password: 'demo-password' };
const HEADERS = { 'content-type': 'application/x-www-form-urlencoded' };

/** @param library - the entries of the package: `main`, `http`, `replay`, `sandbox`, `callbacks`, `opentelemetry` and `prometheus` */
exports.scenario = async (library) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'toolchain-'));
  try {
    await sends(library);
    await plays(library, path.join(folder, 'calls.har'));
    await plays(library, path.join(folder, 'calls.yaml'));
    await hears(library);
    await looksOn(library);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

/** Whatever is loaded in two ways is one thing: state and classes. */
exports.isOne = (required, imported) => {
  for (const entry of Object.keys(required)) {
    const names = Object.keys(imported[entry]).filter((name) => name !== 'default' && name !== 'module.exports');
    assert.ok(names.length > 0);
    for (const name of names) assert.equal(required[entry][name], imported[entry][name], `${name} of ${entry}`);
  }
  let error;
  try {
    new required.http.SmsServiceHttpClient({ url: 'nowhere', token: 't0ken' });
  } catch (thrown) {
    error = thrown;
  }
  assert.ok(error instanceof imported.main.ValidationError);
  assert.ok(imported.main.isSmsServiceError(error));
};

async function sends({ main, http, sandbox }) {
  const gateway = await sandbox.startSandbox({ accounts: [{ ...CREDENTIALS, tokens: ['t0ken'], points: 100 }] });
  const client = new main.SmsServiceClient({ url: gateway.url, credentials: CREDENTIALS });
  const other = new http.SmsServiceHttpClient({ url: gateway.httpUrl, token: 't0ken' });
  try {
    assert.equal((await client.sendSms({ to: '48500100200', message: 'Hi' })).messages.length, 1);
    assert.equal((await other.sms.send({ to: '48500100200', message: 'Hi' })).messages.length, 1);
    const refused = await other.sms.send({ to: '48500100200' }).catch((error) => error);
    assert.ok(refused instanceof main.ValidationError);
    assert.ok(main.isSmsServiceError(refused));
    assert.equal((await gateway.waitForMessage({ to: '500100200', after: 1 })).interface, 'http');
    await gateway.reset();
    assert.equal(gateway.messages().length, 0);
    // The WSDL is there, wherever the script is.
    assert.match(await fetch(gateway.wsdlUrl).then((response) => response.text()), /soap_SendSms/);
  } finally {
    await Promise.all([client.close(), other.close()]);
    await gateway.close();
  }
}

/** Records a call and plays it; what was not recorded is a miss. */
async function plays({ main, replay, sandbox }, file) {
  const session = async (options, act) => {
    const transport = replay.cassette(file, options);
    const client = new main.SmsServiceClient({ url: 'http://gateway.test/', credentials: CREDENTIALS, transport });
    const done = await act(client);
    const closed = await transport.close().catch((error) => error);
    return [done, closed];
  };
  const call = (client) => client.addGroup({ name: 'A' });
  await session({ mode: 'record', transport: sandbox.createSandbox().transport() }, call);
  assert.deepEqual((await session({ mode: 'replay' }, call))[0], { groupId: 1 });
  const [missed] = await session({ mode: 'replay' }, (client) =>
    client.addGroup({ name: 'B' }).catch((error) => error),
  );
  assert.equal(missed.code, 'REPLAY_MISS');
  assert.ok(missed instanceof main.ReplayMissError);
}

/** Reads a callback in each form: the one with files is read by a package that is built in. */
async function hears({ callbacks }) {
  const address = 'http://localhost/callback';
  const body = 'sms_from=48500100200&sms_to=48661000112&sms_text=Hi&sms_date=1700000000';
  const [sms] = await callbacks.parseCallback(new Request(address, { method: 'POST', headers: HEADERS, body }));
  assert.equal(sms.text, 'Hi');
  const form = new FormData();
  for (const name of ['mms_from', 'mms_to']) form.append(name, '48500100200');
  form.append('picture', new Blob(['abc'], { type: 'text/plain' }), 'a.txt');
  const [mms] = await callbacks.parseCallback(new Request(address, { method: 'POST', body: form }));
  assert.equal(mms.files[0].name, 'a.txt');
}

/** Counts a call and makes spans of it, with what the project has installed; a bundle alone in a folder has nothing. */
async function looksOn({ main, sandbox, opentelemetry, prometheus }) {
  let spans = 0;
  const span = { setAttribute: () => span, setAttributes: () => span, setStatus: () => span, end: () => (spans += 1) };
  const tracerProvider = { getTracer: () => ({ startSpan: () => span }) };
  const begun = [
    () => opentelemetry.instrumentSmsService({ tracerProvider }),
    () => prometheus.collectSmsServiceMetrics(),
  ].map((begin) => {
    try {
      return begin();
    } catch (error) {
      assert.ok(error instanceof main.ValidationError);
      assert.match(error.message, /is not installed/);
      return undefined;
    }
  });
  const client = new main.SmsServiceClient({
    url: 'http://gateway.test/',
    credentials: CREDENTIALS,
    transport: sandbox.createSandbox().transport(),
  });
  await client.checkPoints();
  await client.close();
  assert.equal(spans, begun[0] === undefined ? 0 : 2);
  for (const each of begun) each?.disable();
}
