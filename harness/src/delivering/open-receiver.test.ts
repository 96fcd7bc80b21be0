import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import fc from 'fast-check';
import { afterEach, expect, test } from 'vitest';
import { expectThat } from '../expect/expect-that.ts';
import { aRule } from '../run/run-fixture.fixture.ts';
import { runSuite } from '../run/run-suite.ts';
import { defineCheck } from '../world/define-check.ts';
import type { Delivery } from './delivery.ts';
import { openReceiver } from './open-receiver.ts';
import type { ReceiverWorld } from './receiver-world.ts';

let server: Server | undefined;
afterEach(() => {
  server?.close();
  server?.closeAllConnections();
});

/** Listens as a receiver does that a byte above 0x7e in a signature ends, as an exception ends a process. */
async function listen(port = 0): Promise<number> {
  const own = createServer((request, response) => {
    const isDeadly = /[^\x20-\x7e]/.test(String(request.headers['svc-signature'] ?? ''));
    request.resume().on('end', () => {
      if (!isDeadly) return void response.writeHead(200).end();
      own.close();
      own.closeAllConnections();
    });
  });
  server = own;
  await new Promise<void>((resolve) => own.listen(port, '127.0.0.1', resolve));
  return (own.address() as AddressInfo).port;
}

/** A check of one delivery, which may be refused by a closed connection. */
const aDelivery = (rule: string, delivery: Partial<Delivery>) =>
  defineCheck<unknown, ReceiverWorld>({
    rule,
    input: fc.constant(undefined),
    cases: 3,
    async decide(world) {
      const { ending } = await world.deliver({ event: world.event(), ...delivery });
      expectThat(world, ending !== 'refused', { expected: 'a connection', observed: ending });
    },
  });
const checks = [
  aDelivery('receiver.plain', {}),
  aDelivery('receiver.deadly', { signature: ({ t, v1 }) => `t=${t},v1=\u00e9,v1=${v1}` }),
];
const rules = checks.map(({ rule }) => aRule(rule, { party: 'receiver' }));

async function judge(canRestart: boolean) {
  const port = await listen();
  const target = await openReceiver({
    url: `http://127.0.0.1:${port}/hook`,
    prefix: 'svc',
    secrets: ['whsec_1'],
    observerUrl: undefined,
    tls: {},
    requestTimeoutMs: 5_000,
    restart: canRestart ? async () => void (await listen(port)) : undefined,
    runId: 'test',
    arguments: [],
  });
  const run = {
    suite: { checks, standing: [] },
    rules,
    catalogue: rules,
    concurrency: 1,
    comebackMs: canRestart ? 5_000 : 1,
  };
  const document = await runSuite({ target, ...run, toolVersion: '0.0.0', runId: 'test', seed: 7 });
  await target.close();
  const [cause] = document.summary.causes;
  const verdicts = Object.fromEntries(document.rules.map(({ rule, verdict }) => [rule, verdict]));
  return { cause, verdicts, exitCode: document.summary.exitCode, asked: document.exchanges[cause?.exchange ?? ''] };
}
const deadly = 'a delivery with a signature header that holds bytes above 0x7e';

test('a delivery after which the receiver is gone, and gone again when it is sent alone after a restart, is a crash', async () => {
  const { cause, verdicts, exitCode, asked } = await judge(true);
  expect(verdicts).toEqual({ 'receiver.plain': 'pass', 'receiver.deadly': 'blocked' });
  expect(cause).toMatchObject({ kind: 'crash', sentence: `The receiver goes away after ${deadly}.` });
  expect(asked?.ending).toBe('cut');
  expect(exitCode).toBe(1);
});

test('a receiver that nothing can restart is blamed by the delivery that was under way', async () => {
  const { cause, verdicts, exitCode } = await judge(false);
  expect(verdicts).toEqual({ 'receiver.plain': 'pass', 'receiver.deadly': 'blocked' });
  expect(cause).toMatchObject({ kind: 'crash' });
  expect(cause?.sentence).toBe(
    `The receiver stopped answering after ${deadly}, and did not come back; with --restart COMMAND it is sent again alone.`,
  );
  expect(exitCode).toBe(1);
});
