import { existsSync } from 'node:fs';
import { invalid } from '../options/check.js';
import type { DecodedRequest } from './contract/contract.js';
import { type Leaf, leavesOf } from './contract/values.js';
import { CassetteFile } from './file/cassette-file.js';
import { checkPath } from './file/check-path.js';
import type { PrivacyMark } from './har/har.js';
import { bodyOf, type RecordedFailure, type RecordedResponse, type Recording } from './har/recording.js';
import { httpContract } from './http/contract.js';
import { readResponse } from './http/response/read-response.js';
import { PROTOCOLS } from './protocols.js';
import { soapContract } from './soap/contract.js';
import { contentOf } from './soap/response/response-content.js';
import { type ConvertReport, convertRecordings } from './upkeep/convert-cassette.js';
import { type MergedFiles, type MergeReport, mergeRecordings } from './upkeep/merge-cassettes.js';

/** A value of a message, and where it stands. */
export type ShownValue = Pick<Leaf, 'path' | 'value'>;

/** A recorded call, as it is told. */
export interface ShownCall {
  /** Absent for the cassette's own. */
  readonly track?: string | undefined;
  readonly account?: string | undefined;
  readonly at: Date;
  readonly tookMs: number;
  readonly operation: string;
  /** True for a callback: the gateway has made it. */
  readonly isCallback: boolean;
  readonly request: readonly ShownValue[];
  /** The status of HTTP; 0 where no response came. */
  readonly status: number;
  /** What the response says, where it can be decoded. */
  readonly response: readonly ShownValue[];
  /** A Fault, an error of the interface, or what happened to the connection. */
  readonly error?: string | undefined;
}

/** The content of a cassette. */
export interface ShownCassette {
  readonly file: string;
  /** The kinds of values that are pseudonyms in it. */
  readonly pseudonyms: PrivacyMark['kinds'];
  /** By track, in the order of their times. */
  readonly calls: readonly ShownCall[];
}

/** Tells what a cassette holds. @throws ValidationError when there is no such file, or it is no cassette */
export function shownCassette(given: string): ShownCassette {
  const path = checkPath(given, 'file');
  if (!existsSync(path)) return invalid('file', `does not exist: ${path}`);
  const file = new CassetteFile(path, PROTOCOLS);
  const calls = file.read(true).map(({ recording, request }) => shownCall(recording, request));
  const order = ({ track = '' }: ShownCall, other: ShownCall): number => compared(track, other.track ?? '');
  calls.sort((one, other) => order(one, other) || one.at.getTime() - other.at.getTime());
  return { file: path, pseudonyms: file.mark?.kinds ?? [], calls };
}

/** Writes a cassette in the format of another file's name. */
export function convertCassette(from: string, to: string): Promise<ConvertReport> {
  return convertRecordings(PROTOCOLS, from, to);
}

/** Brings the calls of two branches together. */
export function mergeCassettes(files: MergedFiles): MergeReport {
  return mergeRecordings(PROTOCOLS, files);
}

function compared(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

function shownCall(recording: Recording, request: DecodedRequest): ShownCall {
  const { track, account, response, failure, startedAtMs, durationMs } = recording;
  const said = response === undefined || failure !== undefined ? {} : saidBy(response, request);
  return {
    track,
    account,
    at: new Date(startedAtMs),
    tookMs: Math.round(durationMs),
    operation: request.operation,
    isCallback: request.contract.isIncoming === true,
    request: valuesOf(request.input),
    status: response?.status ?? 0,
    response: valuesOf(said.output),
    error: failure === undefined ? said.error : failureIn(failure),
  };
}

function valuesOf(value: unknown): readonly ShownValue[] {
  return [...leavesOf(value)].map(({ path, value: leaf }) => ({ path, value: leaf }));
}

interface Said {
  readonly output?: unknown;
  readonly error?: string | undefined;
}

function saidBy(response: RecordedResponse, request: DecodedRequest): Said {
  if (response.notKept !== undefined) return { error: `${response.notKept.bytes} bytes that are not kept` };
  const whole = { ...response, body: bodyOf(response) };
  if (request.contract === soapContract) {
    const content = contentOf(whole, request)?.content;
    if (content === undefined) return { error: 'what cannot be decoded' };
    if (content.kind === 'output') return { output: content.output };
    return { error: `Fault ${content.fault.faultCode}: ${content.fault.faultString}` };
  }
  if (request.contract === httpContract) {
    const read = readResponse(whole, request);
    return 'error' in read ? { error: read.error.message } : { output: read.result };
  }
  return {};
}

function failureIn({ code, outcome, systemCode }: RecordedFailure): string {
  return `${code}${systemCode === undefined ? '' : ` (${systemCode})`}, ${outcome}`;
}
