import { callbackHandler } from 'sms-service-client/callbacks';

/** Says something to the test, a line of JSON. */
export function say(message) {
  console.log(JSON.stringify(message));
}

/** The handler that every program puts behind its framework: it says what has come. */
export const handler = callbackHandler({
  secret: { query: 'secret', value: 'of-the-frameworks' },
  onError: (error) => console.error(error),
  onEvent: ({ files, ...event }) => {
    const shown = files?.map(({ name, type, size, bytes }) => ({
      name,
      type,
      size,
      text: new TextDecoder().decode(bytes),
    }));
    say({ event: { ...event, ...(shown && { files: shown }) } });
  },
});

/** A `node:http` server, to its port. */
export function listen(server) {
  const listening = server.listen(0, '127.0.0.1', () => say({ port: listening.address().port }));
}
