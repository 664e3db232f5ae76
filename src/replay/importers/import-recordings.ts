import { ValidationError } from '../../errors/errors.js';
import { checkFilled } from '../../options/check.js';
import { type OptionsOf, readOptions, required, withDefault } from '../../options/table.js';
import type { Environment } from '../cassette/cassette-settings.js';
import { accountKey } from '../cassette/playing/accounts.js';
import { skippedKind } from '../cassette/recording/keeping.js';
import { RequestCleaner, type RequestToRecord, recordingOf } from '../contract/cleaning.js';
import type { DecodedRequest, ReplayContract } from '../contract/contract.js';
import type { Contracts } from '../contract/contracts.js';
import { CassetteFile } from '../file/cassette-file.js';
import { checkPath } from '../file/check-path.js';
import type { RecordingWithRequest } from '../file/entry.js';
import { ChosenPrivacy, NO_PRIVACY, readPrivacy } from '../privacy/chosen-privacy.js';
import { type HarCall, readHarCalls, type Skipped } from './har-calls.js';

const OPTIONS = {
  /** The path of the cassette. Calls are added to it. */
  to: required<string | URL, string>(checkPath),
  /** As for `cassette`. */
  privacy: withDefault(NO_PRIVACY, readPrivacy),
};

/** Options of `importRecordings`. */
export interface ImportRecordingsOptions extends OptionsOf<typeof OPTIONS> {}

/** The result of an import. */
export interface ImportRecordingsReport {
  /** The number of calls that were added. Calls that the cassette already contained are not counted. */
  readonly recorded: number;
  /** The entries that were not imported, with the reason. */
  readonly skipped: readonly Skipped[];
}

/** Imports the calls of a HAR file. @throws ValidationError if an option or the file is invalid */
export async function importInto(
  contracts: Contracts,
  from: string,
  options: ImportRecordingsOptions,
  environment: Environment,
): Promise<ImportRecordingsReport> {
  const { to, privacy } = readOptions(options, OPTIONS);
  const chosen = new ChosenPrivacy(privacy, environment);
  const file = new CassetteFile(to, contracts, chosen);
  file.read();
  const cleaner = new RequestCleaner(file.pseudonyms);
  const calls: RecordingWithRequest[] = [];
  const skipped: Skipped[] = [];
  const accounts = new Map<ReplayContract, string>();
  let order = 0;
  for (const found of readHarCalls(checkFilled(from, 'from'), contracts.methods)) {
    if ('reason' in found) {
      skipped.push(found);
      continue;
    }
    try {
      const position = order++;
      const request = await contracts.read(found.request);
      const call = withRequest(cleaner.toRecord(request), found, position);
      const reason = accountFault(call, request, accounts);
      if (reason === undefined) calls.push(call);
      else skipped.push({ place: found.place, reason });
    } catch (error) {
      if (!(error instanceof ValidationError)) throw error;
      skipped.push({ place: found.place, reason: error.message.replace(/^\w+: /, '') });
    }
  }
  return { recorded: await file.addNew(calls), skipped };
}

/** Recordings of several accounts in one file could not be distinguished, because they have no labels. */
function accountFault(
  { recording, request: cleaned }: RecordingWithRequest,
  { contract, credentials }: DecodedRequest,
  accounts: Map<ReplayContract, string>,
): string | undefined {
  if (skippedKind(recording, cleaned) === 'refusals') return 'its credentials were refused';
  if (!credentials.some(({ identifiesAccount }) => identifiesAccount)) return undefined;
  const account = accountKey({ credentials });
  const first = accounts.get(contract) ?? account;
  accounts.set(contract, first);
  return first === account ? undefined : 'is a call of another account, which needs its own cassette';
}

function withRequest(toRecord: RequestToRecord, found: HarCall, order: number): RecordingWithRequest {
  const { response, startedAtMs = order, durationMs } = found;
  return { recording: recordingOf(toRecord, { response, startedAtMs, durationMs }), request: toRecord.cleaned };
}
