import type { Draw } from './draw.ts';
import { type FuzzRoute, noFields } from './fuzz-route.ts';

const accounts = '/_testbed/v1/accounts';
/** None that waits long: a wait without a limit of its own takes seconds. */
const limits = ['0', '5', '-1', 'x', '1e9', '99999999', '1.5', 'NaN', '%00', '5&timeout_ms=5'];
const names = ['x', 'self', '%00', '__proto__', 'job_1', 'null', 'a%2Fb', 'x'.repeat(2_000)];
const at = (account: string, rest: string) => `${accounts}/${account}${rest}`;
const query = (draw: Draw) =>
  `timeout_ms=${draw.one(limits)}&state=${draw.one(names)}&count=${draw.one(['0', '-1', '1', '1e9', 'x', ''])}`;
const faults =
  '[{"on":"answer","fault":{"kind":"lose-before-run"},"times":1},{"fault":{"kind":"status","status":500},"probability":2}]';

/** What the simulator alone serves beside the testbed protocol. */
export const authorRoutes: readonly FuzzRoute[] = [
  { method: 'GET', path: () => '/_testbed/v1/journal?limit=x', fields: noFields },
  { method: 'GET', path: (draw, account) => at(account, `/journal?limit=${draw.one(limits)}`), fields: noFields },
  { method: 'GET', path: (draw, account) => at(account, `/journal?${query(draw)}`), fields: noFields },
  { method: 'GET', path: (_draw, account) => at(account, '/counters'), fields: noFields },
  {
    method: 'GET',
    path: (draw, account) => at(account, `/jobs/${draw.one(names)}/wait?${query(draw)}`),
    fields: noFields,
  },
  { method: 'GET', path: (draw, account) => at(account, `/deliveries/wait?${query(draw)}`), fields: noFields },
  {
    method: 'GET',
    path: (draw, account) => at(account, `/gates/${draw.one(names)}/wait?${query(draw)}`),
    fields: noFields,
  },
  { method: 'POST', path: (draw, account) => at(account, `/gates/${draw.one(names)}/release`), fields: noFields },
  { method: 'GET', path: (draw) => at(draw.one(names), ''), fields: noFields },
  { method: 'POST', path: (_draw, account) => at(account, '/fork'), fields: { seed: '"s"' } },
  { method: 'POST', path: (_draw, account) => at(account, '/reset'), fields: noFields, isTrouble: true },
  { method: 'GET', path: (_draw, account) => at(account, '/faults'), fields: noFields, isTrouble: true },
  { method: 'PUT', path: (_draw, account) => at(account, '/faults'), fields: { faults }, isTrouble: true },
  { method: 'DELETE', path: (_draw, account) => at(account, '/faults'), fields: noFields, isTrouble: true },
  { method: 'GET', path: (_draw, account) => at(account, '/effects'), fields: noFields },
];
