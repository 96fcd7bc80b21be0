import { createSimulator } from '@gateproof/simulator';
import { afterAll, expect, it } from 'vitest';
import { readSnippets } from './read-snippets.ts';

const simulator = createSimulator({ seed: 'curl', allowLocalWebhooks: true });
const url = await simulator.listen();
afterAll(() => simulator.close());

/** The curl commands of all shell blocks, each on one line. */
const commands = readSnippets()
  .filter(({ language }) => language === 'sh')
  .flatMap(({ page, text }) =>
    (text.replaceAll('\\\n', ' ').match(/^curl (?:'[^']*'|[^\n#])*/gm) ?? []).map((command) => ({ page, command })),
  );

/** What curl would send, to the simulator in the place of the address and key that the page shows. */
function requestOf(command: string): Request {
  const words = (command.match(/'[^']*'|\S+/g) ?? []).map((word) => word.replaceAll("'", ''));
  const valuesOf = (flag: string) => words.filter((_, place) => words[place - 1] === flag);
  const headers = valuesOf('-H').map((line) => line.split(/: (.*)/).slice(0, 2) as [string, string]);
  const [body] = valuesOf('-d');
  const address = words.find((word) => word.startsWith('http')) ?? '';
  const request = new Request(address.replace('http://127.0.0.1:8080', url), {
    method: valuesOf('-X')[0] ?? 'GET',
    headers,
    ...(body === undefined ? {} : { body }),
  });
  if (request.headers.has('authorization')) request.headers.set('authorization', `Bearer ${simulator.defaultKey}`);
  return request;
}

it('finds commands', () => {
  expect(commands.length).toBeGreaterThan(3);
});

it.each(commands)('$page: $command', async ({ command }) => {
  const answer = await fetch(requestOf(command));
  expect({ ok: answer.ok, body: await answer.text() }).toMatchObject({ ok: true });
});
