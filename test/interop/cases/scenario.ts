import type { Client, Response, Sms, SmsServiceStub } from '../../../generated/index.js';
import type { FaultFields } from '../peers/peer.js';

/** The operations by their wire name. */
export type OperationName = keyof SmsServiceStub;
/** The input of each operation. */
export type Inputs = { readonly [K in OperationName]: Parameters<SmsServiceStub[K]>[0] };
/** The output of each operation. */
export type Outputs = { readonly [K in OperationName]: Awaited<ReturnType<SmsServiceStub[K]>> };

type Calls = { readonly [K in OperationName]: (input: Inputs[K]) => Promise<Outputs[K]> };

/** One call: the input, the expected result, and the expected input at the server. */
export interface Step {
  readonly operation: OperationName;
  /** The input. The server must decode exactly this value. */
  readonly input: unknown;
  readonly wanted: { readonly output: unknown } | { readonly fault: FaultFields };
  /** Makes the call. */
  send(stub: SmsServiceStub): Promise<unknown>;
}

/** Successive calls on a server that was just reset. */
export interface Scenario {
  readonly name: string;
  readonly steps: readonly Step[];
}

/** A call that must return an output. */
export function gives<K extends OperationName>(operation: K, input: Inputs[K], output: Outputs[K]): Step {
  return { operation, input, wanted: { output }, send: (stub) => send(stub, operation, input) };
}

/** A call that must fail with a Fault. */
export function faults<K extends OperationName>(operation: K, input: Inputs[K], fault: FaultFields): Step {
  return { operation, input, wanted: { fault }, send: (stub) => send(stub, operation, input) };
}

type SendOperation = 'soap_SendSms' | 'soap_SendSmsExt' | 'soap_SendMulti';

/** Functions that create the most frequent steps of one account. */
interface AccountSteps {
  /** A send with its outcome. */
  sends<K extends SendOperation>(operation: K, sms_param: Inputs[K]['sms_param'], outcome: Response): Step;
  /** The outcome of a send that the gateway accepted. */
  accepted(response: string[], points: number): Response;
  /** A request for messages by their ids. */
  finds(arIds: (string | null)[], arSms: Sms[]): Step;
}

export function stepsOf(client: Client, done: { readonly result: number; readonly description: string }): AccountSteps {
  return {
    sends: (operation, sms_param, outcome) => {
      const output = operation === 'soap_SendMulti' ? { Response: outcome } : { response: outcome };
      return gives(operation, { client, sms_param }, output);
    },
    accepted: (response, points) => ({ ...done, response, count: response.length, points }),
    finds: (arIds, arSms) => gives('soap_GetSmsByIds', { client, arIds }, { ...done, arSms }),
  };
}

function send<K extends OperationName>(calls: Calls, operation: K, input: Inputs[K]): Promise<Outputs[K]> {
  return calls[operation](input);
}
