import { describe, expect, it } from 'vitest';
import { loadedRooms } from '../support/loaded-rooms.js';
import { ROOT } from '../support/run.js';

describe('the entry of the HTTP client', () => {
  it('loads nothing of SOAP', async () => {
    const rooms = await loadedRooms(`${ROOT}src/http-client/index.ts`);
    expect(rooms).toContain('src/http-client');
    for (const room of ['src/soap', 'generated', 'src/client', 'src/replay', 'src/sandbox']) {
      expect(rooms).not.toContain(room);
    }
  });
});
