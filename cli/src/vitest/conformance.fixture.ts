import { conformance } from './conformance.ts';

/** What a team's own test file looks like; the gateway and the rules come from the environment. */
const { GATEWAY_URL: url = '', GATEPROOF_ONLY: only = '', BASELINE: baseline = '' } = process.env;
const known = baseline === '' ? {} : { baseline };
conformance({
  ...known,
  target: { url, key: 'sk-test' },
  only: only.split(','),
  claims: ['core'],
  effort: 'quick',
  requestTimeoutMs: 2_000,
});
