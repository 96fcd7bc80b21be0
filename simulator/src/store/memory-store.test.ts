import { MemoryStore } from './memory-store.ts';
import { storeContract } from './store-contract.fixture.ts';

storeContract('a store in memory', () => new MemoryStore());
