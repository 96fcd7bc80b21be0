import { conformance } from 'gateproof/vitest';

// What a broken rule looks like: this simulator takes unknown keys for forbidden ones. Run it to see the failure.
conformance({ target: { simulator: { deviation: 'auth.key.unknown' } }, only: ['auth.key.'], effort: 'quick' });
