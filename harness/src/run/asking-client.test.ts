import { expect, test } from 'vitest';
import type { StandingCheck } from '../check/check.ts';
import { Violation } from '../check/violation.ts';
import { clientAt, onlyAs } from './asking-client.ts';
import { replayRule } from './replay-rule.ts';
import { aCheck, anExchange, aRule, aTarget, runOptions } from './run-fixture.fixture.ts';
import type { OpenWorld, WorldOptions } from './run-options.ts';
import { runSuite } from './run-suite.ts';

const clients = ['one', 'two', 'three'];

test('every other case asks as a client, and all of them have their turn', () => {
  const turns = (seed: number) => Array.from({ length: 8 }, (_, place) => clientAt(clients, seed, place) ?? '-');
  expect(turns(0).join(' ')).toBe('- one - two - three - one');
  expect(turns(3).join(' ')).toBe('two - three - one - two -');
  expect(clientAt([], 0, 1)).toBeUndefined();
});

test('a finding names the client and what it accepts', () => {
  const finding = { expected: 'a', observed: 'b' };
  expect(onlyAs('OkHttp', finding).observed).toBe('b, and only when asked as OkHttp asks (Accept-Encoding: gzip)');
});

/** A target whose worlds are known by the client as which their case asks. */
function askedTarget() {
  const plain = aTarget();
  const clientOf = new WeakMap<object, string>();
  const asked: (string | undefined)[] = [];
  const target = aTarget({
    clients,
    async openWorld(label, { client }: WorldOptions = {}): Promise<OpenWorld> {
      const opened = await plain.openWorld(label);
      asked.push(client);
      if (client !== undefined) clientOf.set(opened.world, client);
      const exchange = anExchange({ request: { ...anExchange().request, url: `http://target/${client ?? ''}` } });
      return { ...opened, close: async () => [exchange] };
    },
  });
  return { target, asked, clientOf };
}

function breakingFor(isBroken: (client: string | undefined, input: number) => boolean) {
  const { target, asked, clientOf } = askedTarget();
  const check = aCheck('a.rule', async (world, input) => {
    world.stated();
    if (isBroken(clientOf.get(world), input))
      throw new Violation({ expected: 'an answer', observed: `none to ${input}` });
  });
  return { options: runOptions([check], { target }), asked };
}

test('a break that only one client meets is found, shrunk and replayed as that client, and says so', async () => {
  const { options, asked } = breakingFor((client, input) => client === 'two' && input > 1);
  const document = await runSuite(options);
  const [record] = document.rules;
  expect(record?.failure?.observed).toBe('none to 2, and only when asked as two asks');
  expect(record?.failure?.case).toMatchObject({ client: 'two', input: '2' });
  const where = record?.failure?.case;
  if (where === undefined) throw new Error('there is no case');
  asked.length = 0;
  const replayed = await replayRule(options, aRule('a.rule'), where);
  expect(asked).toEqual(['two']);
  expect(replayed.rules[0]?.verdict).toBe('fail');
});

test.each([2, 3, 5])('a break of one case in %i, whoever asks, is put down to no client', async (every) => {
  let calls = 0;
  const { options } = breakingFor(() => {
    calls += 1;
    return calls % every === 0;
  });
  const [record] = (await runSuite(options)).rules;
  expect(record?.failure?.observed).toMatch(/^none to \d+$/);
});

test('a break that has nothing to do with the client is shown as the suite asks', async () => {
  const { options } = breakingFor((_, input) => input > 9);
  const [record] = (await runSuite(options)).rules;
  expect(record?.failure).toMatchObject({ observed: 'none to 10', case: { input: '10' } });
  expect(record?.failure?.case.client).toBeUndefined();
});

test.each([
  ['one client alone', (url: string) => url.endsWith('/two'), 'two', 'broken, and only when asked as two asks'],
  ['everybody', () => true, undefined, 'broken'],
])('a standing break for %s', async (_, isBroken, client, observed) => {
  const standing: StandingCheck = {
    rules: ['a.standing'],
    *judge({ exchanges }) {
      for (const { id, request } of exchanges) {
        const finding = isBroken(request.url) ? { finding: { expected: 'whole', observed: 'broken' } } : {};
        yield { rule: 'a.standing', exchanges: [id], ...finding };
      }
    },
  };
  const { target } = askedTarget();
  const check = aCheck('a.rule', async (world) => world.stated());
  const { rules } = await runSuite(runOptions([check], { target }, [standing]));
  const failure = rules.find(({ rule }) => rule === 'a.standing')?.failure;
  expect(failure?.observed).toBe(observed);
  expect(failure?.case.client).toBe(client);
});
