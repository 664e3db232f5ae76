import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import type { SMTPServer, SMTPServerDataStream, SMTPServerSession } from 'smtp-server';
import type { InterfaceVariant } from '../../domain/sending/message-parts.js';
import { LOCAL_ADDRESS } from '../../local-server/local-server.js';
import { loadPeer } from '../../options/load-peer.js';
import { pause } from '../../transport/time-limits.js';
import type { Answer } from '../core/gateway-interface.js';
import { UnusableOption } from '../gateway/call.js';
import type { Gateway } from '../gateway/gateway.js';
import type { MailSettings } from '../options/interface-options.js';
import { takeMail } from './mail-interface.js';

/** A report about a mail. */
export interface SandboxMailReport {
  /** The sender of the original mail. */
  readonly to: string;
  /** Its lines, in the format that `parseMailReport` reads. */
  readonly text: string;
  /** The time of creation, by the gateway's clock. */
  readonly madeAt: Date;
}

/** The mail server of the gateway. */
export interface SandboxMail {
  /** The mail address of the gateway. */
  readonly address: string;
  /** The IP address of the server: `127.0.0.1`. */
  readonly host: string;
  readonly port: number;
  /** The reports, oldest first. The list is live and keeps the newest. */
  readonly reports: readonly SandboxMailReport[];
}

export interface MailServer {
  readonly mail: SandboxMail;
  clear(): void;
  close(): Promise<void>;
}

interface Carrying {
  readonly gateway: Gateway;
  readonly answer: Answer;
}

/** Older versions fail on current versions of Node.js. */
const OLDEST_SMTP_SERVER = '3.13';

/**
 * Starts a server that receives mail on 127.0.0.1.
 *
 * @throws ValidationError if a required package is not installed
 * @throws Error of `node:net` if the port is not available
 */
export async function startMailServer(
  settings: MailSettings,
  carrying: Carrying,
  variant: InterfaceVariant | undefined,
): Promise<MailServer> {
  const { address, maxBytes, maxConnections, timeoutMs, maxKeptReports } = settings;
  const loaded = loadPeer({ name: 'smtp-server', oldest: OLDEST_SMTP_SERVER, neededBy: 'the option mail' });
  const { SMTPServer: Server } = loaded as { readonly SMTPServer: typeof SMTPServer };
  const reports: SandboxMailReport[] = [];
  const closing = new AbortController();
  const sockets = new Set<Socket>();
  const drop = ({ remotePort }: SMTPServerSession): void => {
    for (const socket of sockets) if (socket.remotePort === remotePort) socket.destroy();
  };
  const server = new Server({
    name: address.split('@').at(-1) ?? address,
    banner: 'embedded gateway of sms-service-client',
    size: maxBytes,
    maxClients: maxConnections,
    maxRecipients: MAX_RECIPIENTS,
    socketTimeout: timeoutMs,
    disabledCommands: ['AUTH', 'STARTTLS'],
    authOptional: true,
    disableReverseLookup: true,
    onRcptTo: ({ address: to }, _session, done) => {
      done(to.toLowerCase() === address.toLowerCase() ? null : smtpError(550, 'No such mailbox here'));
    },
    onData: (stream, session, done) => {
      void answered(received(stream, session), done);
    },
  });
  // Ignore aborted connections: the client knows about them.
  server.on('error', () => {});
  server.server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });

  async function received(stream: SMTPServerDataStream, session: SMTPServerSession): Promise<string> {
    const late = setTimeout(() => drop(session), timeoutMs);
    let raw: Uint8Array;
    try {
      raw = await completeMail(stream, maxBytes);
    } finally {
      clearTimeout(late);
    }
    const { answer, gateway } = carrying;
    const { mailFrom } = session.envelope;
    const from = mailFrom === false ? '' : mailFrom.address;
    const outcome = await takeMail(raw, session.remoteAddress, answer, variant);
    if (outcome.kind === 'refused') throw smtpError(554, `Not accepted: ${outcome.reason}`);
    if (outcome.kind === 'dropped') {
      drop(session);
      throw smtpError(421, 'Dropped');
    }
    // A mail without a sender must not get a reply (RFC 3834).
    if (outcome.report !== undefined && from !== '') {
      reports.push({ to: from, text: outcome.report, madeAt: new Date(gateway.nowMs()) });
      if (reports.length > maxKeptReports) reports.shift();
    }
    await pause(outcome.delayMs, { signal: closing.signal, closing: outcome.ended });
    return 'Accepted';
  }

  const { server: listener } = server;
  server.listen(settings.port, LOCAL_ADDRESS);
  await once(listener, 'listening');
  const { port } = listener.address() as AddressInfo;
  let closed: Promise<void> | undefined;
  const close = async (): Promise<void> => {
    closing.abort();
    const ended = new Promise<void>((resolve) => server.close(resolve));
    for (const socket of sockets) socket.destroy();
    await ended;
  };
  const mail = { address, host: LOCAL_ADDRESS, port, reports };
  return { mail, clear: () => void reports.splice(0), close: () => (closed ??= close()) };
}

async function answered(text: Promise<string>, done: (error: Error | null, text?: string) => void): Promise<void> {
  let reply: string;
  try {
    reply = await text;
  } catch (error) {
    done(error instanceof SmtpError ? error : failed(error));
    return;
  }
  done(null, reply);
}

const MAX_RECIPIENTS = 10;

/**
 * Reads the complete mail, because a client reads the response only after that. @throws SmtpError if it is too large
 */
async function completeMail(stream: SMTPServerDataStream, maxBytes: number): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of stream as AsyncIterable<Uint8Array>) {
    size += piece.length;
    if (size <= maxBytes) pieces.push(piece);
    else pieces.length = 0;
  }
  if (size > maxBytes) throw smtpError(552, `A mail has at most ${maxBytes} bytes`);
  return Buffer.concat(pieces, size);
}

class SmtpError extends Error {
  readonly responseCode: number;

  constructor(responseCode: number, message: string) {
    super(message);
    this.responseCode = responseCode;
  }
}

/**
 * Creates the response for an internal error. Only messages about options are included; others may contain private
 * data.
 */
function failed(error: unknown): SmtpError {
  return smtpError(451, `The gateway failed${error instanceof UnusableOption ? `: ${error.message}` : ''}`);
}

function smtpError(responseCode: number, message: string): SmtpError {
  return new SmtpError(responseCode, message);
}
