import type { Bookmark } from '../../xml/reader.js';
import { atOnce, type ReadingTime, type Steps } from '../../xml/reading-time.js';
import { XmlSource } from '../../xml/source.js';
import type { StartTag, TagScope } from '../../xml/tag.js';
import { soapAttributes } from '../decoder/attributes.js';
import { Decoder } from '../decoder/decoder.js';
import type { DecodeSettings } from '../decoder/limits.js';
import { closeEnvelope, openBody, openEnvelope, skipHeader } from './envelope.js';
import { type Fault, isFault, readFault } from './fault.js';
import type { Operation, Service } from './operation.js';

/** The content of a response: the output parts, a Fault, or the root element of a document that is not SOAP. */
export type ResponseContent<O> =
  | { readonly kind: 'output'; readonly output: O }
  | { readonly kind: 'fault'; readonly fault: Fault }
  | { readonly kind: 'not-soap'; readonly root: Pick<StartTag, 'local' | 'uri'> };

interface ResponseContext {
  readonly tags?: TagScope | undefined;
  readonly time?: ReadingTime | undefined;
}

/**
 * Decodes a complete response, in steps if it is long.
 *
 * @throws Problem if it is not well-formed, not SOAP 1.1, or does not match the WSDL
 * @throws DeadlinePassed
 */
export function* envelopeSteps<O>(
  service: Service<object>,
  operation: Operation<unknown, O>,
  document: Uint8Array,
  limits: DecodeSettings,
  { tags, time }: ResponseContext,
): Steps<ResponseContent<O>> {
  const source = new XmlSource(document, false, tags?.scope, 0, limits.acceptSurrogateReferences);
  const decoder = new Decoder(source, limits, false, time);
  const { xml } = decoder;
  const version = openEnvelope(xml);
  if (version === 'not-soap') {
    const { local, uri } = xml.tag;
    return { kind: 'not-soap', root: { local, uri } };
  }
  if (version === 'other-version')
    xml.fail('an Envelope of an unknown SOAP version', undefined, xml.tag.uri || 'no namespace');
  const headers = operation.headers?.output;
  const $headers: Record<string, unknown> = {};
  openBody(xml, (tag) => {
    if (headers?.read(decoder, tag, $headers) !== true) skipHeader(xml);
  });
  const complete = (parts: O | null): O => {
    const read = parts ?? nilOutput(operation, decoder);
    return headers === undefined ? read : { ...read, $headers };
  };

  let output: O | null | undefined;
  let fault: Fault | undefined;
  let unnamed: Bookmark | undefined;
  for (let tag = xml.nextChild(); tag !== undefined; tag = xml.nextChild()) {
    if (isFault(tag)) fault ??= readFault(xml);
    else if (tag.local === operation.output.wrapper && output === undefined) {
      output = decoder.isShort ? decoder.value(operation.output) : yield* decoder.valueSteps(operation.output);
      if (version === 'soap11' && fault === undefined && decoder.isExhausted) {
        return { kind: 'output', output: complete(output) };
      }
    } else {
      // The name of the wrapper is not significant (SOAP 1.1 section 7.1), unless a Fault or the expected name follows.
      const { root } = soapAttributes(tag);
      if (root === '1' || (root !== '0' && tag.id === undefined)) unnamed ??= xml.bookmark();
      yield* decoder.skipSteps();
    }
  }
  closeEnvelope(xml);
  if (fault !== undefined) return { kind: 'fault', fault };
  if (version === 'soap12') decoder.xml.fail('an Envelope of SOAP 1.2');
  if (output === undefined) output = readUnnamed(service, operation, decoder, unnamed);
  return { kind: 'output', output: complete(output) };
}

/** Decodes a complete response synchronously. @throws the same errors as {@link envelopeSteps} */
export function readEnvelope<O>(
  service: Service<object>,
  operation: Operation<unknown, O>,
  document: Uint8Array,
  limits: DecodeSettings,
  tags?: TagScope,
): ResponseContent<O> {
  return atOnce(envelopeSteps(service, operation, document, limits, { tags }));
}

/** SOAP::Lite sends a nil wrapper if a handler returns nothing. */
function nilOutput<O>({ output: { fields } }: Operation<unknown, O>, { xml, isNamed }: Decoder): O {
  return isNamed ? (fields.blank() as O) : xml.fail('the response is nil');
}

function readUnnamed<O>(
  { operations }: Service<object>,
  { output }: Operation<unknown, O>,
  decoder: Decoder,
  unnamed: Bookmark | undefined,
): O | null {
  if (unnamed === undefined) return decoder.xml.fail('the Body has no response');
  const { local } = unnamed.tag;
  const other = Object.keys(operations).find((name) => `${name}Response` === local);
  if (other !== undefined) decoder.xml.fail(`the response belongs to ${other}`);
  // Without this, any document would be accepted: both the wrapper and the result could have any name.
  decoder.isNamed = false;
  return decoder.xml.visit(unnamed, () => decoder.value(output));
}
