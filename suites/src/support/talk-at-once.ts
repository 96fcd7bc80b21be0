import { type Exchange, expectThat, NotExercised, script, turn, type World } from '@gateproof/harness';

/** One of several requests that ran at the same time. */
export interface Talk {
  readonly exchange: Exchange;
  /** What the endpoint said to the calls that carried this request's message. */
  readonly replies: readonly string[];
}

/**
 * Asks one model `count` different things at once. Its endpoint says something else to each call; which call belongs to which request is
 * told by the message that it carries.
 */
export async function talkAtOnce(world: World, count: number, stream: boolean): Promise<readonly Talk[]> {
  const account = await world.account();
  const said = Array.from({ length: count * 2 }, (_, index) => [`r${index}a `, `r${index}b `, `r${index}c`]);
  const upstreams = [script(...said.map((tokens) => turn({ kind: 'chat', tokens })))];
  const model = await account.model({ upstreams });
  const words = Array.from({ length: count }, (_, index) => world.unique(`ask-${index}-`));
  const exchanges = await Promise.all(
    words.map((content) => account.key.chat({ model: model.id, messages: [{ role: 'user', content }], stream })),
  );
  const calls = model.upstreams.flatMap((upstream) => upstream.calls());
  return exchanges.map((exchange, index) => {
    const word = words[index] ?? '';
    const replies = calls.flatMap(({ rawBody }, place) =>
      Buffer.from(rawBody).includes(`"${word}"`) ? [said[place]?.join('') ?? ''] : [],
    );
    if (replies.length === 0) throw new NotExercised("no call of the endpoint carries the request's message");
    return { exchange, replies };
  });
}

/** States that each request got what the endpoint said to it, and not what it said to another one. */
export function expectOwnAnswers(world: World, talk: readonly (Talk & { readonly got: unknown })[]): void {
  for (const { exchange, replies, got } of talk) {
    expectThat(
      world,
      replies.some((reply) => reply === got),
      {
        expected: `what the endpoint said to this request: ${replies.map((reply) => JSON.stringify(reply)).join(' or ')}`,
        observed: JSON.stringify(got) ?? 'nothing',
        exchanges: [exchange.id],
      },
    );
  }
}
