import { readFileSync } from 'node:fs';
import { loadOpenApi, loadTestbedOpenApi } from '@gateproof/spec';
import { expect, test } from 'vitest';
import { operationsOf, servedRoutes } from './testing/openapi.fixture.ts';

const testbedBase = '/_testbed/v1';
const routes = await servedRoutes();
const colons = (path: string) => path.replace(/\{(\w+)\}/g, ':$1');

test('the routes of the gateway are the operations of spec/openapi.yaml', () => {
  const gateway = routes.filter((route) => !/ \/_/.test(route)).map((route) => route.replace('/*', '/:author/:slug'));
  const operations = operationsOf(loadOpenApi()).map(({ method, path }) => `${method} ${colons(path)}`);
  expect(gateway.toSorted()).toEqual(operations.toSorted());
});

test('the routes of the testbed are the operations of spec/testbed.openapi.yaml, and those that the guide lists as the simulator’s own', () => {
  const testbed = routes.flatMap((route) => {
    const [method, path = ''] = route.split(' ');
    return path.startsWith(`${testbedBase}/`) ? [`${method} ${path.slice(testbedBase.length)}`] : [];
  });
  const operations = operationsOf(loadTestbedOpenApi()).map(({ method, path }) => `${method} ${colons(path)}`);
  expect(operations.filter((operation) => !testbed.includes(operation))).toEqual([]);
  const listed = simulatorOnly();
  expect(listed.length).toBeGreaterThan(0);
  expect(testbed.filter((route) => !operations.includes(route) && !listed.includes(route))).toEqual([]);
});

/** The routes in the guide's last table: their paths stand behind an account's unless they begin with the testbed's own. */
function simulatorOnly(): readonly string[] {
  const guide = readFileSync(new URL('../../docs/testbed-protocol.md', import.meta.url), 'utf8');
  const table = guide.slice(guide.indexOf('## What only the simulator serves'));
  const cells = table.split('\n').flatMap((line) => /^\| ([^|]*)\|/.exec(line)?.[1] ?? []);
  return cells.flatMap((cell) =>
    [...cell.matchAll(/`([A-Z]+)(?: ([^`]*))?`/g)].map(([, method, path = '']) => {
      const whole = path.startsWith(testbedBase) ? path.slice(testbedBase.length) : `/accounts/{account}${path}`;
      return `${method} ${colons(whole)}`;
    }),
  );
}
