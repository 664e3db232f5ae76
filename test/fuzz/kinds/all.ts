import { readCorpus } from '../corpus.js';
import type { Kind } from '../kind.js';
import { readShapes } from '../shapes.js';
import { alike } from './alike.js';
import { mutatedDocuments } from './documents.js';
import { graphs } from './graphs.js';
import { mutatedRequests } from './requests.js';
import { mutatedResponses } from './responses.js';
import { mutatedStreams } from './streams.js';
import { anyValues } from './values.js';

/** All kinds of cases. */
export function allKinds(): readonly Kind[] {
  const corpus = readCorpus();
  return [
    mutatedResponses(corpus, readShapes()),
    mutatedRequests(corpus),
    mutatedDocuments(corpus),
    mutatedStreams(corpus),
    graphs(),
    alike(),
    anyValues(),
  ];
}
