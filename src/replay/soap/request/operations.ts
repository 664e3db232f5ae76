import { SmsService } from '../../../../generated/service.js';
import type { Message, Operation } from '../../../soap/messages/operation.js';

/** All operations, with the types of their messages. */
type Operations = typeof SmsService.operations;

/** The name of an operation in the WSDL. */
export type OperationName = keyof Operations;

/** The input of an operation, by its name in the WSDL. */
export type InputOf<K extends OperationName> = Operations[K]['input'] extends Message<infer I> ? I : never;

/** The output of an operation, by its name in the WSDL. */
export type OutputOf<K extends OperationName> = Operations[K]['output'] extends Message<infer O> ? O : never;

/** Returns the operation with this name, which must exist. */
export function operationOf(name: string): Operation<unknown, unknown> {
  return SmsService.operations[name as OperationName];
}
