/** What narrows a command that judges whole: one rule of its party. */
const oneRule: Readonly<Record<string, string>> = {
  gateway: 'auth.key.missing',
  client: 'client.answer.content',
  receiver: 'receiver.genuine.succeeded',
};

const streamRule = 'stream.failure.done-follows';

/** Options that a command gets besides those of the page, so that it listens on a free port, and writes where it disturbs nobody. */
const more: Readonly<Record<string, readonly string[]>> = {
  simulate: ['--port', '0'],
  proxy: ['--port', '0'],
  record: ['--port', '0', '--force'],
  init: ['--force'],
  baseline: ['--output', 'gateproof-baseline.yaml'],
};

/** The words of a command of a page, changed so that it ends soon and disturbs nobody. */
export function finiteCommand(given: readonly string[]): readonly string[] {
  const [name = '', ...rest] = given;
  const isNarrow = rest.includes('--only') || rest.includes('--last-failed');
  const rule = isNarrow ? undefined : oneRule[name];
  const words = [name, ...(rule === undefined ? [] : ['--only', rule]), ...(more[name] ?? []), ...withoutPort(rest)];
  // A whole group would take ten seconds.
  return words.map((word, place) => (words[place - 1] === '--only' && word.startsWith('stream.') ? streamRule : word));
}

function withoutPort(words: readonly string[]): readonly string[] {
  const at = words.indexOf('--port');
  return at < 0 ? words : words.toSpliced(at, 2);
}
