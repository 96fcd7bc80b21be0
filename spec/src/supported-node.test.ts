import { expect, test } from 'vitest';
import { assertSupportedNode } from './supported-node.ts';

test.each(['22.19.0', '22.20.1', '23.0.0', '24.21.0'])('Node %s is new enough', (version) => {
  expect(() => assertSupportedNode(version)).not.toThrow();
});

test.each(['18.20.0', '20.20.2', '22.18.9'])('Node %s is refused in one sentence with the remedy', (version) => {
  expect(() => assertSupportedNode(version)).toThrow(
    `Gateproof needs Node 22.19 or later; this is Node ${version}. Install a newer Node and run this again.`,
  );
});
