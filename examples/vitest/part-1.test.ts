import { conformance } from 'gateproof/vitest';

// Two files of half the rules each: `vitest run --shard=1/2` and `--shard=2/2` share them between two machines.
conformance({ target: { simulator: {} }, part: '1/2', effort: 'quick' });
