import { Ajv } from 'ajv';
import schemas from 'har-schema';

/** The schema of HAR 1.2, as others have written it down. @returns tells what is wrong */
export function harValidator(): (value: unknown) => readonly string[] {
  // The formats of dates and addresses are looked at here, where they are known.
  const formats = {
    'date-time': (text: string) => new Date(text).toISOString() === text,
    uri: (text: string) => URL.canParse(text),
    // Of cookies and address of the server, of which there are none.
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
