import { memoryStore } from '../../../src/callbacks/stores/memory-store.js';
import { testStore } from './contract.js';

testStore('memory', async () => ({
  async open() {
    const store = memoryStore();
    return [store, store];
  },
  close: async () => undefined,
}));
