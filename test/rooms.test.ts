import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { readDocument } from './docs/markdown.js';
import { ROOT } from './support/run.js';

/** What a client stands on. */
const BELOW_CLIENT: readonly string[] = [
  'src/errors',
  'src/options',
  'src/redact',
  'src/http-message',
  'src/xml',
  'src/domain',
  'src/transport',
  'src/calls',
  'src/batches',
  'src/soap',
  'generated',
];

/** What each room may import (docs/architecture.md), besides itself. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  // It checks documents with the XML reader, and never imports generated code or its runtime.
  'src/codegen': ['src/errors', 'src/xml'],
  'src/redact': [],
  'src/errors': ['src/redact'],
  'src/options': ['src/errors'],
  'src/http-message': ['src/errors', 'src/redact'],
  'src/xml': ['src/errors', 'src/http-message'],
  'src/domain': ['src/errors', 'src/options', 'src/xml'],
  'src/transport': ['src/errors', 'src/options', 'src/redact', 'src/http-message'],
  'src/calls': ['src/errors', 'src/options', 'src/redact', 'src/http-message', 'src/transport'],
  'src/batches': ['src/errors', 'src/options', 'src/domain', 'src/transport', 'src/calls'],
  'src/soap': ['src/errors', 'src/options', 'src/redact', 'src/http-message', 'src/xml', 'src/transport', 'src/calls'],
  generated: ['src/soap'],
  'src/client': BELOW_CLIENT,
  // What the embedded gateway reads, too: no call, no client.
  'src/http-client/description': ['src/errors', 'src/options', 'src/http-message', 'src/domain'],
  'src/http-client': [
    'src/http-client/description',
    'src/errors',
    'src/options',
    'src/redact',
    'src/http-message',
    'src/domain',
    'src/transport',
    'src/calls',
    'src/batches',
  ],
  // What the embedded gateway writes, too: nothing that handles a request.
  'src/callbacks/description': ['src/errors', 'src/http-message', 'src/domain'],
  'src/callbacks': [
    'src/callbacks/description',
    'src/errors',
    'src/options',
    'src/redact',
    'src/http-message',
    'src/domain',
    'src/calls',
  ],
  'src/mail': ['src/http-client/description', 'src/errors', 'src/options', 'src/redact', 'src/domain'],
  'src/address-book': [
    'src/errors',
    'src/options',
    'src/domain',
    'src/transport',
    'src/calls',
    'src/soap',
    'generated',
    'src/client',
    'src/files',
  ],
  'src/files': ['src/errors', 'src/options'],
  'src/telemetry': ['src/errors', 'src/options', 'src/calls'],
  'src/local-server': ['src/errors', 'src/options', 'src/transport'],
  'src/soap-server': [
    'src/errors',
    'src/options',
    'src/http-message',
    'src/xml',
    'src/transport',
    'src/soap',
    'src/local-server',
  ],
  'src/replay': [
    ...BELOW_CLIENT,
    'src/client',
    'src/http-client/description',
    'src/http-client',
    'src/callbacks/description',
    'src/callbacks',
    'src/local-server',
    'src/files',
  ],
  'src/contract-check': [
    ...BELOW_CLIENT,
    'src/client',
    'src/http-client/description',
    'src/http-client',
    'src/local-server',
    'src/replay',
  ],
  // No wire: neither SOAP nor HTTP, nor any client.
  'src/sandbox/gateway': ['src/errors', 'src/redact', 'src/domain'],
  'src/sandbox': [
    ...BELOW_CLIENT,
    'src/http-client/description',
    'src/callbacks/description',
    'src/callbacks',
    'src/local-server',
    'src/soap-server',
    'src/replay',
    'src/sandbox/gateway',
  ],
  'src/cli': [
    'src/codegen',
    'src/errors',
    'src/options',
    'src/redact',
    'src/http-message',
    'src/domain',
    'src/transport',
    'src/calls',
    'src/client',
    'src/http-client',
    'src/callbacks/description',
    'src/callbacks',
    'src/contract-check',
    'src/replay',
    'src/sandbox',
    'src/address-book',
    'src/files',
  ],
};

/** How many files a folder may hold. */
const MAX_FILES = 12;

/** Of the rooms below a client only this may be known of the transport: the interface, not what carries bytes. */
const TRANSPORT_OF_SOAP = 'src/transport/transport.ts';

/** All that replay knows of a protocol, the folder that may, and those that give it to the rest of the room. */
const PROTOCOLS_IN_REPLAY = [
  {
    folder: 'src/replay/soap/',
    knows: ['generated/', 'src/soap/', 'src/xml/'],
    givenBy: ['src/replay/index.ts', 'src/replay/protocols.ts'],
  },
  {
    folder: 'src/replay/http/',
    knows: ['src/http-client/'],
    givenBy: ['src/replay/protocols.ts'],
  },
  {
    folder: 'src/replay/callbacks/',
    knows: ['src/callbacks/'],
    givenBy: ['src/replay/functions.ts', 'src/replay/index.ts', 'src/replay/protocols.ts'],
  },
];

interface Arrow {
  readonly from: string;
  readonly to: string;
}

const files = ['src', 'generated'].flatMap((folder) =>
  readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => path.posix.join(folder, name.replaceAll('\\', '/'))),
);

const arrows: readonly Arrow[] = files.flatMap((from) => {
  const text = readFileSync(path.join(ROOT, from), 'utf8');
  const imports = [...text.matchAll(/(?:from|import\() ?'(\.[^']+)\.js'/g)];
  return imports.map(([, to = '']) => ({ from, to: `${path.posix.join(path.posix.dirname(from), to)}.ts` }));
});

const roomOf = (file: string): string => Object.keys(MAY_IMPORT).find((room) => file.startsWith(`${room}/`)) ?? file;
const folderOf = (file: string): string => path.posix.dirname(file);
const show = ({ from, to }: Arrow): string => `${from} -> ${to}`;

/** The arrows between what can be reached from each other: folders, or the files themselves. */
function circles(placeOf: (file: string) => string): readonly string[] {
  const next = new Map<string, Set<string>>();
  for (const { from, to } of arrows) {
    const known = next.get(placeOf(from)) ?? new Set();
    next.set(placeOf(from), known.add(placeOf(to)));
  }
  const reaches = (start: string, end: string): boolean => {
    const [seen, waiting] = [new Set<string>(), [start]];
    for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
      if (folder === end) return true;
      if (seen.has(folder)) continue;
      seen.add(folder);
      waiting.push(...(next.get(folder) ?? []));
    }
    return false;
  };
  return arrows
    .filter(({ from, to }) => placeOf(from) !== placeOf(to) && reaches(placeOf(to), placeOf(from)))
    .map(show);
}

/** The diagram of docs/architecture.md: every room below those that it may import. */
function drawn(): string {
  const rooms: string[] = [];
  const waiting = new Map(Object.entries(MAY_IMPORT));
  while (waiting.size > 0) {
    const next = [...waiting].find(([, others]) => others.every((other) => rooms.includes(other)));
    if (next === undefined) throw new Error(`import each other: ${[...waiting.keys()].join()}`);
    rooms.push(next[0]);
    waiting.delete(next[0]);
  }
  const short = (room: string): string => room.replace(/^src\//, '');
  const width = Math.max(...rooms.map((room) => short(room).length)) + 2;
  const rows = rooms.map((room) => {
    const others = rooms.filter((other) => MAY_IMPORT[room]?.includes(other)).map(short);
    return `${short(room).padEnd(width)}${others.join(' ') || '–'}\n`;
  });
  return [`${'room'.padEnd(width)}may import\n`, ...rows].join('');
}

describe('the rooms of the house', () => {
  it('are all named here, and found', () => {
    expect(arrows.length).toBeGreaterThan(300);
    expect(new Set(files.map(roomOf))).toEqual(new Set(Object.keys(MAY_IMPORT)));
  });

  it('import only what is below them', () => {
    const wrong = arrows.filter(({ from, to }) => {
      const [room, other] = [roomOf(from), roomOf(to)];
      return room !== other && MAY_IMPORT[room]?.includes(other) !== true;
    });
    expect(wrong.map(show)).toEqual([]);
  });

  it('stand in docs/architecture.md with all that they may import, each below what it imports', () => {
    const diagram = readDocument('docs/architecture.md').codeBlocks.find(({ text }) => text.startsWith('room '));
    expect(diagram?.text).toBe(drawn());
  });

  it('have no circle of folders', () => {
    expect(circles(folderOf)).toEqual([]);
  });

  it('have no circle of files', () => {
    expect(circles((file) => file)).toEqual([]);
  });

  it(`hold at most ${MAX_FILES} files in a folder`, () => {
    const counts = new Map<string, number>();
    for (const file of files) counts.set(folderOf(file), (counts.get(folderOf(file)) ?? 0) + 1);
    expect([...counts].filter(([, count]) => count > MAX_FILES)).toEqual([]);
  });

  it.each(PROTOCOLS_IN_REPLAY)('record and play without knowing what $folder knows', ({ folder, knows, givenBy }) => {
    const known = arrows.filter(
      ({ from, to }) =>
        from.startsWith('src/replay/') &&
        !from.startsWith(folder) &&
        [...knows, folder].some((place) => to.startsWith(place)),
    );
    expect(new Set(known.map(({ from }) => from))).toEqual(new Set(givenBy));
  });

  it('know of the transport below SOAP the interface only', () => {
    const known = arrows.filter(({ from, to }) => roomOf(from) === 'src/soap' && roomOf(to) === 'src/transport');
    expect(new Set(known.map(({ to }) => to))).toEqual(new Set([TRANSPORT_OF_SOAP]));
  });

  it('are entered by generated code through one entry', () => {
    const entries = arrows.filter(({ from, to }) => roomOf(from) === 'generated' && roomOf(to) === 'src/soap');
    expect(new Set(entries.map(({ to }) => to))).toEqual(new Set(['src/soap/plain-runtime.ts']));
  });
});
