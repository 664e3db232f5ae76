import type { InterfaceVariant } from '../../../domain/sending/message-parts.js';
import type { ParameterTable } from './parameter.js';

export type NoParameters = Readonly<Record<string, never>>;

/** One request that the gateway takes: the operation by which it is known, its parameters and its answer. */
export interface Endpoint<P extends ParameterTable = ParameterTable, A = unknown> {
  /** The path below the address, which is the operation's name in errors, events and recordings, too. */
  readonly path: 'sms.do' | 'mms.do' | 'vms.do' | 'profile' | 'user.do' | 'sender.do' | 'hlr.do';
  readonly method: 'GET' | 'POST';
  /** The section of the specification. */
  readonly section: string;
  /** The variants of the interface that have it. */
  readonly variants: readonly InterfaceVariant[];
  /** The purpose of the request. */
  readonly title: string;
  /**
   * The field that distinguishes it from other endpoints with the same path, and its value if that is fixed. Absent for
   * the endpoint without such a field.
   */
  readonly selector?: { readonly name: string; readonly value?: string } | undefined;
  /** True where carrying it out twice does no more than once does. */
  readonly isRead: boolean;
  readonly parameters: P;
  readonly answer: A;
}
