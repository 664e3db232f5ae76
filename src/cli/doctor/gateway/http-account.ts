import { AuthenticationError, isSmsServiceError } from '../../../client/index.js';
import { plural } from '../../output/text.js';
import { EXIT } from '../../running/exit-codes.js';
import type { HttpAccount } from '../../settings/account.js';
import { type HttpClient, withHttpClient } from '../../settings/http-client.js';
import type { Limits } from '../connection/reach.js';
import { type Finding, note, well, wrong } from '../findings/finding.js';
import { isOfAccount } from './account.js';
import { CHECKED_TEXT, filterFinding, findingOf, type Reachable, sendersFinding, tried } from './asking.js';
import { contractFindings } from './contract.js';
import { wrongInterface } from './other-interface.js';
import { noPoints } from './refusal.js';

/** The points of an account, where the gateway tells them. */
interface Told {
  readonly points: number | null;
}

/**
 * Looks at what an account may do over HTTP, at the first of its addresses that answers as a gateway.
 *
 * @param sendTo - the number that a send is checked to
 */
export async function* httpAccountFindings(
  account: HttpAccount,
  addresses: readonly Reachable[],
  sendTo: string | undefined,
  limits: Limits,
): AsyncGenerator<Finding, void, undefined> {
  const { timeoutMs, signal } = limits;
  for (const at of addresses) {
    const here = { ...account, urls: [at.target.url.href] };
    const ask = <T>(act: (client: HttpClient) => Promise<T>): Promise<T> =>
      withHttpClient(here, act, { retry: false, timeoutMs });
    // The earlier variant has a request for points; in the current one they are in the profile (section 9).
    const told = await tried<Told>(() =>
      ask<Told>((client) =>
        account.variant === 'earlier' ? client.points.get({}, { signal }) : client.profile.get({ signal }),
      ),
    );
    if (!isOfAccount(told)) {
      yield (await wrongInterface(told, at, limits)) ?? findingOf(told, 'endpoint', at);
      continue;
    }
    yield well('endpoint', `${at.target.name} answers as the HTTP interface`);
    if (told instanceof AuthenticationError) yield refusedFinding(told, at);
    else if (isSmsServiceError(told)) yield findingOf(told, 'rights', at);
    else {
      yield well('credentials', 'the token is accepted');
      yield await filterFinding(sendTo, at, (to) =>
        ask((client) => client.sms.send({ to, message: CHECKED_TEXT, test: true, once: false }, { signal })),
      );
      yield pointsFinding(told);
      if (account.variant === 'earlier') {
        const senders = await tried(() => ask((client) => client.senders.list({}, { signal })));
        yield isSmsServiceError(senders)
          ? findingOf(senders, 'senders', at)
          : sendersFinding(senders.map(({ name }) => name));
      }
      const { token, variant, profile } = account;
      yield* contractFindings({ httpUrl: at.target.url.href, token, variant }, profile, limits);
    }
    return;
  }
}

/** A token of one service is unknown to another, and there are services of one kind in several countries. */
function refusedFinding({ result, errorCode }: AuthenticationError, { target }: Reachable): Finding {
  const todo = 'look whether the token is of the gateway at this address; where it is, make a new one in its panel';
  const code = result === undefined ? (errorCode ?? '') : `code ${result}`;
  return wrong('credentials', `${target.name} does not accept the token (${code})`, todo, EXIT.credentials);
}

function pointsFinding({ points }: Told): Finding {
  if (points === null) return note('points', 'the gateway does not tell them', '');
  return points > 0 ? well('points', `${points} ${plural(points, 'point')}`) : noPoints('there are none');
}
