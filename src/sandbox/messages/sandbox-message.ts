import type { SandboxInterface } from '../faces/face.js';
import { type MessageView, viewOfMessage } from '../views/account-view.js';
import type { LoggedMessage } from './message-log.js';

/** A message that the gateway has accepted, at one moment. */
export interface SandboxMessage extends MessageView {
  /** The account that has sent it. */
  readonly username: string;
  /** The interface that it came by. */
  readonly interface: SandboxInterface;
  /** The operation that brought it: `soap_SendSms` as in the WSDL, `sms.do` over HTTP, `mail`. */
  readonly operation: string;
  /** The cursor right behind it: as `after` it asks for what came later. */
  readonly cursor: number;
}

/** Shows a message as it is at a moment. @param interfaceOf - gives the interface of an operation */
export function viewOfLogged(
  { cursor, username, message }: LoggedMessage,
  interfaceOf: (operation: string) => SandboxInterface,
  nowMs: number,
): SandboxMessage {
  const { operation = '' } = message;
  return { ...viewOfMessage(message, nowMs), username, interface: interfaceOf(operation), operation, cursor };
}
