import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ensureDebianPackages } from './debian.js';

const execute = promisify(execFile);
/** The Python interpreter of Debian's packages. */
const PYTHON = '/usr/bin/python3';
const SCRIPT = join(import.meta.dirname, 'requests-client.py');

type Fields = Readonly<Record<string, string>>;

/** A request in the form that a user would write for an HTTP client. */
export interface PlainRequest {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly headers?: Fields;
  readonly query?: Fields;
  readonly form?: Fields;
  readonly json?: object;
  /** Uploaded with the form, as multipart. */
  readonly file?: { readonly field: string; readonly name: string; readonly text: string };
}

/** The response. */
interface PlainResponse {
  readonly status: number;
  readonly text: string;
}

/** A general HTTP client. */
export interface HttpClient {
  readonly name: string;
  send(request: PlainRequest): Promise<PlainResponse>;
}

/** Installs the programs. */
export async function ensureHttpClients(): Promise<void> {
  await ensureDebianPackages({ packages: ['curl'], probes: [['curl', '--version']] });
  await ensureDebianPackages({ packages: ['python3-requests'], probes: [[PYTHON, '-c', 'import requests']] });
}

/** curl, the command. */
const curl: HttpClient = {
  name: 'curl',
  send: async ({ method, url, headers = {}, query, form, json, file }) => {
    const folder = await mkdtemp(join(tmpdir(), 'sms-service-client-'));
    try {
      const args = ['--silent', '--request', method, '--write-out', '\n%{http_code}'];
      for (const [name, value] of Object.entries(headers)) args.push('--header', `${name}: ${value}`);
      for (const [name, value] of Object.entries(query ?? {})) args.push('--url-query', `${name}=${value}`);
      for (const [name, value] of Object.entries(form ?? {})) {
        args.push(file === undefined ? '--data-urlencode' : '--form-string', `${name}=${value}`);
      }
      if (json !== undefined) args.push('--json', JSON.stringify(json));
      if (file !== undefined) {
        await writeFile(join(folder, file.name), file.text, 'latin1');
        args.push('--form', `${file.field}=@${join(folder, file.name)}`);
      }
      const { stdout } = await execute('curl', [...args, url]);
      const end = stdout.lastIndexOf('\n');
      return { status: Number(stdout.slice(end + 1)), text: stdout.slice(0, end) };
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
};

/** The usual HTTP client of Python. */
const requests: HttpClient = {
  name: 'requests',
  send: async (request) => {
    const running = execute(PYTHON, [SCRIPT]);
    running.child.stdin?.end(JSON.stringify([request]));
    const [response] = JSON.parse((await running).stdout) as readonly PlainResponse[];
    if (response === undefined) throw new Error('requests gave no response');
    return response;
  },
};

/** All HTTP clients. */
export const httpClients: readonly HttpClient[] = [curl, requests];
