import { Ajv } from 'ajv';
import schemas from 'har-schema';

/** Validates with the published schema of HAR 1.2. @returns a function that lists the errors of a value */
export function harValidator(): (value: unknown) => readonly string[] {
  const formats = {
    'date-time': (text: string) => new Date(text).toISOString() === text,
    uri: (text: string) => URL.canParse(text),
    // Cassettes contain no addresses of servers.
    ipv4: false,
    ipv6: false,
  } as const;
  const ajv = new Ajv({ strict: false, allErrors: true, formats: formats as never });
  for (const { $schema: _draft, ...schema } of Object.values(schemas)) ajv.addSchema(schema);
  const validate = ajv.getSchema('har.json');
  if (validate === undefined) throw new Error('there is no schema of HAR');
  return (value) =>
    validate(value) ? [] : (validate.errors ?? []).map((error) => `${error.instancePath} ${error.message}`);
}
