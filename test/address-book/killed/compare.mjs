// Compares the two accounts of a move, group by group and entry by entry. It imports nothing of the library: it speaks
// SOAP over plain HTTP, and has its own readers of responses and plans.
//
//   PASSWORD=… node compare.mjs snapshot URL USERNAME      prints an account as JSON Lines
//   node compare.mjs moved BEFORE_FROM BEFORE_TO FROM TO   compares files of such lines
//   node compare.mjs removed BEFORE_FROM BEFORE_TO FROM TO REMOVAL_PLAN
//
// It exits with 1 if it finds a difference.
import { readFileSync } from 'node:fs';
import http from 'node:http';

const ENTITIES = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
const escaped = (text) => text.replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`);
const unescaped = (text) =>
  text.replace(/&(?:#x([0-9a-f]+)|#(\d+)|(\w+));/gi, (_, hex, decimal, name) =>
    name === undefined
      ? String.fromCodePoint(hex === undefined ? Number(decimal) : Number.parseInt(hex, 16))
      : ENTITIES[name],
  );

function post(url, body) {
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'text/xml; charset=utf-8', 'content-length': Buffer.byteLength(body) };
    const request = http.request(url, { method: 'POST', headers }, (response) => {
      const pieces = [];
      response.on('data', (piece) => pieces.push(piece)).on('error', reject);
      response.on('end', () => resolve(Buffer.concat(pieces).toString('utf8')));
    });
    request.on('error', reject).end(body);
  });
}

async function call(url, username, operation, more = '') {
  const client = `<client><username>${escaped(username)}</username><password>${escaped(process.env.PASSWORD ?? '')}</password></client>`;
  const envelope = 'http://schemas.xmlsoap.org/soap/envelope/';
  const text = await post(
    url,
    `<e:Envelope xmlns:e="${envelope}"><e:Body><s:${operation} xmlns:s="urn:sms-service">${client}${more}</s:${operation}></e:Body></e:Envelope>`,
  );
  if (fieldOf(text, 'result') !== '0') throw new Error(`${operation} was refused: ${fieldOf(text, 'result')}`);
  return [...text.matchAll(/<item[ >][^]*?<\/item>/g)].map(([item]) => item);
}

function fieldOf(xml, name) {
  const found = new RegExp(`<${name}(?:\\s[^>]*)?(?:/>|>([^<]*)</${name}>)`).exec(xml);
  return found === null ? undefined : unescaped(found[1] ?? '');
}

async function snapshot(url, username) {
  const rows = [];
  for (const item of await call(url, username, 'soap_GetGroups')) {
    const [id, group, info] = ['id', 'name', 'info'].map((name) => fieldOf(item, name));
    rows.push({ group, info });
    for (const entry of await call(url, username, 'soap_GetNumbers', `<id_group>${id}</id_group>`)) {
      rows.push({ group, info, number: fieldOf(entry, 'number'), name: fieldOf(entry, 'name') });
    }
  }
  return rows;
}

const rowsOf = (file) =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));

/** What the target should have: what it had, and what of the source it did not have. */
function expectedTarget(source, target) {
  const infos = new Map(target.filter(({ number }) => number === undefined).map(({ group, info }) => [group, info]));
  const had = new Set(target.map(({ group, number }) => JSON.stringify([group, number])));
  const added = source.filter(({ group, number }) => !had.has(JSON.stringify([group, number])));
  return [...target, ...added.map((row) => ({ ...row, info: infos.get(row.group) ?? row.info }))];
}

/** Returns the groups and entries that the plan of a removal contains. */
function rowsOfPlan(file) {
  let [group, info] = ['', ''];
  return rowsOf(file).flatMap(({ deleteGroup, entry }) => {
    if (deleteGroup !== undefined) {
      [group, info] = [deleteGroup.name, deleteGroup.info];
      return [{ group, info }];
    }
    return entry === undefined ? [] : [{ group, info, number: entry.number, name: entry.name }];
  });
}

/** How rows differ from those that should be there: missing, doubled, changed, or nobody knows whence. */
function differences(where, wanted, found) {
  const count = (rows) => {
    const counts = new Map();
    for (const { group, info, number, name } of rows) {
      const key = JSON.stringify([group, info, number, name]);
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
    return counts;
  };
  const [wantedCounts, foundCounts] = [count(wanted), count(found)];
  const lines = [];
  const extra = new Map();
  for (const [key, times] of foundCounts) {
    const expected = wantedCounts.get(key) ?? 0;
    if (times <= expected) continue;
    const [group, , number] = JSON.parse(key);
    if (expected > 0) lines.push(`${where}: doubled: ${key}, ${times} times in the place of ${expected}`);
    else extra.set(JSON.stringify([group, number]), key);
  }
  for (const [key, times] of wantedCounts) {
    const there = foundCounts.get(key) ?? 0;
    if (there >= times) continue;
    const [group, , number] = JSON.parse(key);
    const place = JSON.stringify([group, number]);
    const other = extra.get(place);
    extra.delete(place);
    lines.push(other === undefined ? `${where}: missing: ${key}` : `${where}: changed: ${key} is now ${other}`);
  }
  for (const key of extra.values()) lines.push(`${where}: not from the source: ${key}`);
  return lines;
}

const [command, ...args] = process.argv.slice(2);
if (command === 'snapshot') {
  for (const row of await snapshot(args[0], args[1])) process.stdout.write(`${JSON.stringify(row)}\n`);
} else {
  const [beforeFrom, beforeTo, from, to] = args.slice(0, 4).map(rowsOf);
  const lines = differences('target', expectedTarget(beforeFrom, beforeTo), to);
  if (command === 'moved') lines.push(...differences('source', beforeFrom, from));
  else {
    // All of the source was moved, so that none of it may be left, and all of it must be in the backup.
    lines.push(...differences('source', [], from), ...differences('backup', beforeFrom, rowsOfPlan(args[4])));
  }
  for (const line of lines) process.stdout.write(`${line}\n`);
  const groups = beforeFrom.filter(({ number }) => number === undefined).length;
  process.stderr.write(
    `${groups} groups and ${beforeFrom.length - groups} numbers compared: ${lines.length} differences\n`,
  );
  process.exitCode = lines.length === 0 && groups > 0 ? 0 : 1;
}
