import { conformance } from 'gateproof/vitest';

conformance({ target: { simulator: {} }, part: '2/2', effort: 'quick' });
