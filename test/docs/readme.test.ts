import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningSandbox, startSandbox } from '../../src/sandbox/index.js';
import { ROOT, run } from '../support/run.js';
import { readDocument } from './markdown.js';
import { buildPrograms, programsOf, writePrograms } from './programs.js';

const MAX_LINES = 150;
const SECRET = 'a-secret-of-the-callbacks';

/** Returns a port that is free now. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

describe('the README', () => {
  const { path, sections, codeBlocks, links } = readDocument('README.md');
  const programs = programsOf(codeBlocks);
  let sandbox: RunningSandbox;
  let folder = '';
  let port = 0;

  /** Finds the program with a text, builds it for the embedded gateway, and returns its file. */
  const fileWith = (text: string): string => {
    const program = programs.find((one) => one.text.includes(text));
    if (program === undefined) throw new Error(`README.md has no program with ${text}`);
    return program.file.replace(/ts$/, 'js');
  };

  beforeAll(async () => {
    const account = { username: 'alice', password: 'wonderland', tokens: ['t0ken'], groups: [{ name: 'Friends' }] };
    sandbox = await startSandbox({ accounts: [account] });
    port = await freePort();
    folder = writePrograms(programs);
    for (const { file, text } of programs) {
      const local = text
        .replace('https://gateway.example/soap', sandbox.url)
        .replace('https://gateway.example/', sandbox.httpUrl)
        .replace('8080', `${port}, '127.0.0.1'`);
      writeFileSync(`${folder}/${file}`, local);
    }
    await buildPrograms(folder, programs);
  }, 60_000);

  afterAll(async () => {
    await sandbox.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('has at most 150 lines and ten links to pages', () => {
    expect(readFileSync(ROOT + path, 'utf8').split('\n').length - 1).toBeLessThanOrEqual(MAX_LINES);
    const documentation = sections.find(({ title }) => title === 'Documentation')?.lines.join('\n') ?? '';
    const linked = links.filter(({ target }) => documentation.includes(`](${target})`));
    expect(new Set(linked.map(({ target }) => target)).size).toBeLessThanOrEqual(10);
    expect(sections[0]?.title).toBe('sms-service-client');
  });

  it('has five programs: other tests run two of them', () => {
    expect(programs).toHaveLength(5);
    expect(programs.filter(({ prints, isTest }) => prints !== undefined || isTest)).toHaveLength(2);
  });

  it('sends over HTTP with an address and a token', async () => {
    const { code, output } = await run('env', ['SMS_TOKEN=t0ken', 'node', fileWith('SMS_TOKEN')], folder);
    expect({ code, output }).toEqual({ code: 0, output: expect.stringMatching(/^\d+\n$/) });
    expect(sandbox.account('alice')?.messages).toMatchObject([{ to: '48500100200', message: 'Dzień dobry!' }]);
  });

  it('lists the contact groups over SOAP', async () => {
    const { code, output } = await run('env', ['SMS_PASSWORD=wonderland', 'node', fileWith('SMS_PASSWORD')], folder);
    expect({ code, output }).toEqual({ code: 0, output: '1 Friends\n' });
  });

  it('receives delivery reports and replies with Express', async () => {
    const program = spawn('node', [fileWith('express')], {
      cwd: folder,
      env: { ...process.env, CALLBACK_SECRET: SECRET },
    });
    try {
      const printed: string[] = [];
      program.stdout.on('data', (piece: Buffer) => printed.push(piece.toString()));
      program.stderr.on('data', (piece: Buffer) => printed.push(piece.toString()));
      const report = {
        MsgId: '7',
        status: '404',
        status_name: 'DELIVERED',
        donedate: '1700000000',
        username: 'alice',
        to: '48500100200',
      };
      const reply = { sms_from: '48500100200', sms_to: '1', sms_text: 'Yes', sms_date: '1700000000', MsgId: '7' };
      for (const fields of [report, reply]) expect(await posted(fields)).toBe('OK');
      await expect.poll(() => printed.join('')).toBe('Message 7: DELIVERED\nNew message: Yes\n');
    } finally {
      program.kill();
    }
  });

  /** Posts a callback when the program listens. */
  async function posted(fields: Readonly<Record<string, string>>): Promise<string> {
    for (let attempt = 0; ; attempt++) {
      try {
        const body = new URLSearchParams(fields);
        const response = await fetch(`http://127.0.0.1:${port}/sms?key=${SECRET}`, { method: 'POST', body });
        return await response.text();
      } catch (error) {
        if (attempt === 200) throw error;
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    }
  }
});
