import type { Bookmark } from '../../xml/reader.js';
import type { ReadingTime } from '../../xml/reading-time.js';
import { XmlSource } from '../../xml/source.js';
import { soapAttributes } from '../decoder/attributes.js';
import { SoapInput } from '../decoder/decoder.js';
import { type DecodeSettings } from '../decoder/limits.js';
import { mayUseTemplates } from '../decoder/record-patterns.js';
import { atOnce, type Steps } from '../decoder/steps.js';
import { closeEnvelope, openBody, openEnvelope } from './envelope.js';
import { type Fault, isFault, readFault } from './fault.js';
import type { Message, Operation, Service } from './operation.js';
import type { Content, ResponseMemory } from './response-cache.js';

/** What a response says: the output parts, a Fault, or that it is no SOAP at all. */
export type ResponseContent<O> =
  | { readonly kind: 'output'; readonly output: O }
  | { readonly kind: 'fault'; readonly fault: Fault }
  | { readonly kind: 'not-soap'; readonly root: string };

/** What decoding a response may use besides its limits. */
interface ResponseContext {
  /** Of earlier responses. */
  readonly memory?: ResponseMemory | undefined;
  /** How long it may take. */
  readonly time?: ReadingTime | undefined;
}

/**
 * Decodes a whole response, in steps if it is long.
 *
 * @param document - UTF-8 without a byte order mark
 * @throws Problem when it is not well-formed, not SOAP 1.1, or not what the WSDL says
 * @throws DeadlinePassed
 */
export function* envelopeSteps<O>(
  service: Service<object>,
  operation: Operation<unknown, O>,
  document: Uint8Array,
  limits: DecodeSettings,
  { memory, time }: ResponseContext,
): Steps<ResponseContent<O>> {
  const source = new XmlSource(document, false, memory?.scope, 0, limits.acceptSurrogateReferences);
  let known = mayUseTemplates(limits) ? memory : undefined;
  const recalled = known?.recall(operation.output as Message<O & object>, source);
  if (recalled !== undefined) return { kind: 'output', output: recalled };
  const input = new SoapInput(source, limits, false, time);
  const { xml } = input;
  const version = openEnvelope(xml);
  if (version === 'not-soap') return { kind: 'not-soap', root: xml.tag.local };
  if (version === 'other-version') input.xml.fail('an Envelope of an unknown SOAP version');
  openBody(xml, () => input.xml.fail('a header that must be understood, and is not'));

  let output: O | null | undefined;
  let fault: Fault | undefined;
  let stranger: Bookmark | undefined;
  let content: Content | undefined;
  for (let tag = xml.nextChild(); tag !== undefined; tag = xml.nextChild()) {
    if (isFault(tag)) fault ??= readFault(xml);
    else if (tag.local === operation.output.wrapper && output === undefined) {
      const start = xml.offset;
      output = yield* input.valueSteps(operation.output);
      content = { wrapper: tag, start, end: xml.offset };
      if (version === 'soap11' && fault === undefined && input.isExhausted) {
        return output === null ? input.xml.fail('the response is nil') : { kind: 'output', output };
      }
    } else {
      known = undefined;
      // The wrapper's name means nothing (SOAP 1.1 section 7.1), unless a Fault or the right name comes later.
      const { id, root } = soapAttributes(tag);
      if (root === '1' || (root !== '0' && id === undefined)) stranger ??= xml.bookmark();
      yield* input.skipSteps();
    }
  }
  closeEnvelope(xml);
  if (fault !== undefined) return { kind: 'fault', fault };
  if (version === 'soap12') input.xml.fail('an Envelope of SOAP 1.2');
  if (output === undefined) output = readStranger(service, operation, input, stranger);
  if (output === null) input.xml.fail('the response is nil');
  if (content !== undefined) known?.learn(operation.output, source, content);
  return { kind: 'output', output: output as O };
}

/** Decodes a whole response without a stop. @throws as {@link envelopeSteps} does */
export function readEnvelope<O>(
  service: Service<object>,
  operation: Operation<unknown, O>,
  document: Uint8Array,
  limits: DecodeSettings,
  memory?: ResponseMemory,
): ResponseContent<O> {
  return atOnce(envelopeSteps(service, operation, document, limits, { memory }));
}

function readStranger<O>(
  { operations }: Service<object>,
  { name, output }: Operation<unknown, O>,
  input: SoapInput,
  stranger: Bookmark | undefined,
): O | null {
  if (stranger === undefined) return input.xml.fail('the Body has no response');
  const { local } = stranger.tag;
  const other = Object.keys(operations).find((known) => known !== name && `${known}Response` === local);
  if (other !== undefined) input.xml.fail(`the response belongs to ${other}`);
  // A wrapper and a result that both may be called anything would make a success of any document.
  input.isNamed = false;
  return input.xml.visit(stranger, () => input.value(output));
}
