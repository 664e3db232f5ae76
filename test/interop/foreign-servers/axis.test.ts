import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AXIS_CLASS_PATH } from '../peers/axis-server.js';
import { type Build, buildOnce } from '../peers/build-once.js';
import { startScripted } from '../peers/scripted.js';
import { type ForeignService, startService } from './service.js';

const SOURCE = join(import.meta.dirname, 'EntitiesServer.java');
const WSDL = join(import.meta.dirname, 'entities.wsdl');
const WSDL2JAVA = [
  '--server-side',
  '--skeletonDeploy',
  'true',
  '--package',
  'entities',
  '--output',
  '.',
  WSDL,
] as const;

const build: Build = {
  name: 'axis-entities',
  sources: [SOURCE, WSDL],
  version: ['java', '-version'],
  commands: [
    ['java', '-cp', AXIS_CLASS_PATH, 'org.apache.axis.wsdl.WSDL2Java', ...WSDL2JAVA],
    // The skeleton calls our class.
    ['sed', '-i', 's/entities.EntitiesBindingSkeleton/EntitiesServer$Service/', 'entities/deploy.wsdd'],
    ['javac', '-nowarn', '-encoding', 'UTF-8', '-cp', AXIS_CLASS_PATH, '-sourcepath', '.', '-d', '.', SOURCE],
    ['java', '-cp', AXIS_CLASS_PATH, 'org.apache.axis.utils.Admin', 'server', 'entities/deploy.wsdd'],
  ],
};

let service: ForeignService;

beforeAll(async () => {
  const folder = await buildOnce(build);
  const classPath = AXIS_CLASS_PATH.replace(/\.$/, folder);
  const options = ['-Dfile.encoding=UTF-8', '-XX:TieredStopAtLevel=1', '-cp', classPath];
  service = await startService('entities.wsdl', () =>
    startScripted(
      (port) => ['java', ...options, 'EntitiesServer', String(port), join(folder, 'server-config.wsdd')],
      '/axis/services/EntitiesPort',
    ),
  );
}, 120_000);

afterAll(() => service?.stop());

const plain = { $type: 'Entity', id: 1n, name: 'plain' };
const user = { $type: 'User', id: 2n, name: 'Ann', email: null };
const admin = { $type: 'Admin', id: 3n, name: 'Zed', email: 'z@example.com', level: 9 };
const all = [plain, user, admin, user, null];
const group = { id: 4n, name: 'all', owner: admin, members: all };

describe('an Axis server that returns a subclass of the declared type', () => {
  it.each([
    ['plain', plain],
    ['user', user],
    ['admin', admin],
    ['group', { $type: 'Group', ...group }],
    ['nobody', null],
  ])('get %s', async (kind, entity) => {
    expect(await service.call('get', { kind })).toEqual({ entity });
  });

  it('returns lists of them, one of them twice', async () => {
    expect(await service.call('all', { kind: '' })).toEqual({ entities: all });
  });
});

describe('an Axis server that accepts a subclass of the declared type', () => {
  it.each([
    [{ id: 1n, name: 'no type is the declared one' }, 'Entity 1 no type is the declared one'],
    [plain, 'Entity 1 plain'],
    [user, 'User 2 Ann null'],
    [admin, 'Admin 3 Zed z@example.com 9'],
    [
      { $type: 'Group', ...group },
      'Group 4 all owner (Admin 3 Zed z@example.com 9) of ' +
        '[Entity 1 plain, User 2 Ann null, Admin 3 Zed z@example.com 9, User 2 Ann null, null]',
    ],
    [null, 'null'],
  ])('describe %#', async (entity, text) => {
    expect(await service.call('describe', { entity })).toEqual({ text });
  });

  it('in lists', async () => {
    const text = '[Entity 1 plain, User 2 Ann null, Admin 3 Zed z@example.com 9, User 2 Ann null, null]';
    expect(await service.call('describeAll', { entities: all })).toEqual({ text });
  });

  it.each([[plain], [user], [admin], [{ $type: 'Group', ...group }]])('echo %#', async (entity) => {
    expect(await service.call('echo', { entity })).toEqual({ echoed: entity });
  });

  it('accepts a derived type without subclasses', async () => {
    expect(await service.call('echoGroup', { group })).toMatchObject({ echoed: group });
  });
});

describe('an Axis server whose types have enumerations and lists', () => {
  it('reads and writes them, as parts, fields and items', async () => {
    const others = ['reader', 'writer'];
    const grant = { role: 'writer', until: 'night', days: [1, 7], others, note: 'n', tags: ['a', 'b'] };
    expect(await service.call('grant', { role: 'reader', grant })).toEqual({
      granted: { ...grant, role: 'reader', others: ['writer', ...others] },
    });
  });

  // It writes them as nil.
  it('omits absent optional values', async () => {
    const grant = { role: 'writer', until: 'night', days: [], others: [], note: undefined, tags: [] };
    expect(await service.call('grant', { role: 'reader', grant })).toEqual({
      granted: { ...grant, role: 'reader', others: ['writer'] },
    });
  });
});
