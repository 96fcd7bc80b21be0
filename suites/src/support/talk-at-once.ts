import {
  controlThat,
  type Exchange,
  expectThat,
  NotExercised,
  script,
  show,
  turn,
  type World,
} from '@gateproof/harness';

/** One of several requests that ran at the same time. */
export interface Talk {
  readonly exchange: Exchange;
  /** What the endpoint said to the calls that carried this request's message. */
  readonly replies: readonly string[];
}

/**
 * Asks one model `count` different things at once. Its endpoint says something else to each call; which call belongs to which request is
 * distinguished by the message that it carries.
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

/**
 * States that no request got what the endpoint said to another one. What is neither that nor its own is `SetupFailed` with the rule that says that
 * contents arrive.
 */
export function expectOwnAnswers(
  world: World,
  talk: readonly (Talk & { readonly got: unknown })[],
  prerequisite: string,
): void {
  for (const { exchange, replies, got } of talk) {
    const others = talk.filter((one) => one.exchange !== exchange).flatMap((one) => one.replies);
    const foreign = others.filter((reply) => !replies.includes(reply)).find((reply) => sharesWords(reply, got));
    expectThat(world, foreign === undefined, {
      expected: `what the endpoint said to this request: ${replies.map((reply) => show(reply)).join(' or ')}`,
      observed: `${show(got)}, with words of ${show(foreign)}, which it said to another one`,
      exchanges: [exchange.id],
    });
  }
  for (const { replies, got } of talk)
    controlThat(
      replies.some((reply) => reply === got),
      `${show(got)} arrived of ${replies.map((reply) => show(reply)).join(' or ')}`,
      prerequisite,
    );
}

/** Each word that the endpoint says is one that it says to one call only. */
function sharesWords(reply: string, got: unknown): boolean {
  return typeof got === 'string' && reply.split(' ').some((word) => word !== '' && got.split(' ').includes(word));
}
