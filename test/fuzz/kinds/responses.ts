import { inspect, isDeepStrictEqual } from 'node:util';
import { SmsService } from '../../../generated/service.js';
import { isSmsServiceError } from '../../../src/errors/errors.js';
import { Problem } from '../../../src/errors/problem.js';
import { DEFAULT_LIMITS } from '../../../src/soap/decoder/limits.js';
import { decodeResponse } from '../../../src/soap/messages/decode-response.js';
import { writeMessage } from '../../../src/soap/messages/envelope.js';
import type { Operation } from '../../../src/soap/messages/operation.js';
import { TagScope } from '../../../src/xml/tag.js';
import { disagreements, type Named, show } from '../agreement.js';
import type { Corpus, CorpusResponse } from '../corpus.js';
import { VARIANTS, type Verdict, verdictOnResponse } from '../decoding.js';
import type { Kind } from '../kind.js';
import { mutate, SECRET } from '../mutations.js';
import { Random } from '../random.js';
import { referenceResponse } from '../reference/decoder.js';
import { isSaxesLax } from '../reference/saxes-laxness.js';
import type { Shapes } from '../shapes.js';
import { utf8Of } from './utf8.js';

/** Errors that the reference decoder does not detect. */
const STRICTER =
  /limit|more than \d+|duplicate|occurs twice|belongs to|text where elements are expected|array index|omit more|circular|deeper|a header/;

/** Mutated responses of the corpus: a value or a typed error, which is the same in every way of decoding. */
export function mutatedResponses({ responses }: Corpus, shapes: Shapes): Kind {
  const small = responses.filter(({ body }) => body.length < 20_000);
  const sound = small.filter(({ operation, body }) => verdictOnResponse(operation, body).kind === 'value');
  const tags = new TagScope();

  const verdictsOf = (operation: CorpusResponse['operation'], document: Uint8Array): readonly Named[] => {
    return [
      ...VARIANTS.map(({ name, settings }) => ({ name, verdict: verdictOnResponse(operation, document, settings) })),
      { name: 'remembering other documents', verdict: verdictOnResponse(operation, document, {}, tags) },
    ];
  };

  return {
    name: 'responses',
    run: async (seed) => {
      const random = new Random(seed);
      const { operation, status, headers, body } =
        random.pick(random.chance(0.8) ? sound : random.chance(0.95) ? small : responses) ?? responses[0];
      const { bytes, applied } = mutate(body, random, () => random.pick(responses).body);
      const failures = await untypedErrors(operation, { status, headers, body: bytes });

      const document = utf8Of(bytes);
      if (document === undefined) return { outcome: 'no text', made: applied, failures };
      const verdicts = verdictsOf(operation, document);
      failures.push(...disagreements(verdicts).slice(0, 1));
      const [first] = verdicts;
      if (first === undefined) throw new Error('nothing was decoded');
      failures.push(...disputed(operation, document, first, shapes));
      if (first.verdict.kind === 'value') failures.push(...changedByWriting(operation, first.verdict.value));
      return { outcome: first.verdict.kind, made: applied, failures };
    },
  };
}

/** Checks that callers get a value or a public error without secrets. */
async function untypedErrors(
  name: CorpusResponse['operation'],
  response: Pick<CorpusResponse, 'status' | 'headers' | 'body'>,
): Promise<string[]> {
  const operation: Operation<unknown, unknown> = SmsService.operations[name];
  try {
    await decodeResponse(response, {
      shared: { service: SmsService, limits: DEFAULT_LIMITS },
      operation,
      secrets: () => [SECRET],
    });
    return [];
  } catch (error) {
    if (!isSmsServiceError(error)) return [`not a typed error: ${inspect(error)}`];
    const shown = `${String(error)}${JSON.stringify(error)}${inspect(error)}`;
    return shown.includes(SECRET) ? [`an error shows a secret: ${shown}`] : [];
  }
}

/** Differences from the reference decoder. */
function disputed(
  operation: CorpusResponse['operation'],
  document: Uint8Array,
  ours: Named,
  shapes: Shapes,
): readonly string[] {
  const shape = shapes.operations.get(operation);
  const text = Buffer.from(document).toString('utf8');
  if (shape === undefined) throw new Error(`the WSDL has no ${operation}`);
  const theirs = referenceVerdict(operation, shape.output, text);
  const { verdict } = ours;
  const isSame = verdict.kind === theirs.kind && (verdict.kind !== 'value' || isDeepStrictEqual(verdict, theirs));
  // A document with another root element is not read further.
  if (isSame || verdict.kind === 'not-soap' || isSaxesLax(text)) return [];
  // An error before a Fault is reported first.
  if (verdict.kind === 'refused' && (theirs.kind === 'fault' || STRICTER.test(verdict.reason))) return [];
  return [`${show(ours)}\nbut ${show({ name: 'reference', verdict: theirs })}`];
}

function referenceVerdict(...input: Parameters<typeof referenceResponse>): Verdict {
  try {
    const response = referenceResponse(...input);
    return { kind: response.kind, value: response.kind === 'value' ? response.value : undefined };
  } catch (error) {
    return { kind: 'refused', reason: String(error) };
  }
}

/** Checks that a decoded value is the same after writing and reading. */
function changedByWriting(name: CorpusResponse['operation'], value: unknown): readonly string[] {
  const operation: Operation<unknown, unknown> = SmsService.operations[name];
  let document: string;
  try {
    document = writeMessage(SmsService as never, operation, operation.output, value);
  } catch (error) {
    // Base64 can carry what XML cannot.
    if (error instanceof Problem && error.message.includes('which XML does not allow')) return [];
    throw error;
  }
  return disagreements([
    { name: 'decoded', verdict: { kind: 'value', value } },
    { name: 'written and decoded', verdict: verdictOnResponse(name, Buffer.from(document)) },
  ]);
}
