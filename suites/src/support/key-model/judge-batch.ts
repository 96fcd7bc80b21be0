import { LostTrack, type Observation } from '../job-model/observation.ts';
import { bodyOf, type KeyBook, type KeyedExchange, scopeOf } from './key-book.ts';

const bodyRules = {
  chat: 'idempotency.body.different-chat',
  image: 'idempotency.body.different-image',
  transcription: 'idempotency.body.different-transcription',
} as const;

/** The rule of a repeated request: by its route, and whether it came at the same time as the first. */
function repeatRule({ send }: KeyedExchange, together: boolean): string {
  if (send.route !== 'chat') {
    if (together) return 'idempotency.media.simultaneous';
    return `idempotency.media.${send.route === 'image' ? 'first-result' : 'transcription-first-result'}`;
  }
  if (together) return 'idempotency.chat.simultaneous';
  return send.stream ? 'idempotency.chat.stream-after-finish' : 'idempotency.chat.after-finish';
}

const answerText = ({ answer }: KeyedExchange): string =>
  answer.kind === 'result'
    ? `result ${answer.identity}`
    : answer.kind === 'conflict'
      ? '409 idempotency_conflict'
      : answer.what;

/**
 * Judges a batch of simultaneous requests by what the keys meant before it, then lets the book learn what they mean now. Which of several
 * bodies wins a key is open; that only one does is not.
 */
export function* judgeBatch(book: KeyBook, batch: readonly KeyedExchange[]): Generator<Observation> {
  const groups = Map.groupBy(batch, ({ send }) => scopeOf(send));
  for (const group of groups.values()) {
    const [one] = group;
    if (one === undefined) continue;
    if (book.entry(one.send) === undefined) yield* judgeNew(book, group, batch);
    else for (const exchange of group) yield judgeKnown(book, exchange);
  }
  for (const exchange of batch) book.take(exchange);
}

/** The key has a meaning already. */
function judgeKnown(book: KeyBook, seen: KeyedExchange): Observation {
  const entry = book.entry(seen.send);
  const { answer, exchange, send } = seen;
  const isConflict = answer.kind === 'conflict';
  const common = { observed: answerText(seen), exchanges: [exchange] };
  if (entry?.body !== bodyOf(send)) {
    return {
      rule: bodyRules[send.route],
      held: isConflict,
      expected: '409 idempotency_conflict for another body',
      ...common,
    };
  }
  const isFirst = answer.kind === 'result' && answer.identity === entry.identity;
  return {
    rule: repeatRule(seen, false),
    held: isFirst || (isConflict && send.route === 'chat'),
    expected: `the first result, ${entry.identity}${send.route === 'chat' ? ', or 409 idempotency_conflict' : ''}`,
    ...common,
  };
}

/** The key is new to its route: one body wins it, all who sent that body get one result, and the others are refused. */
function* judgeNew(
  book: KeyBook,
  group: readonly KeyedExchange[],
  batch: readonly KeyedExchange[],
): Generator<Observation> {
  const [one] = group;
  if (one === undefined) return;
  const served = group.filter(({ answer }) => answer.kind === 'result');
  const exchanges = group.map(({ exchange }) => exchange);
  const observed = group.map(answerText).join('; ');
  const odd = group.find(({ answer }) => answer.kind === 'other');
  const others = batch.some(({ send }) => sharesKeyElsewhere(send, one.send));
  const mayConflict = book.meeting(one.send) === 'another route' || others;
  // Where nobody is served, the requests are not valid here: another rule's business.
  if (group.every(({ answer }) => answer.kind === 'other')) throw new LostTrack(`nobody was served: ${observed}`);
  const bodies = new Set(served.map(({ send }) => bodyOf(send)));
  const isMixed = new Set(group.map(({ send }) => bodyOf(send))).size > 1;
  if (isMixed) {
    yield {
      rule: bodyRules[one.send.route],
      held: bodies.size <= 1 && odd === undefined,
      expected: 'one of the bodies to be served under the key, and 409 idempotency_conflict for the other',
      observed,
      exchanges,
    };
  }
  if (group.length > 1 && bodies.size <= 1) {
    const results = new Set(served.map(({ answer }) => (answer.kind === 'result' ? answer.identity : '')));
    yield {
      rule: repeatRule(one, true),
      held: results.size <= 1 && odd === undefined && (served.length > 0 || mayConflict),
      expected: 'one result for all who sent the body that was served, or 409 idempotency_conflict',
      observed,
      exchanges,
    };
  }
  if (group.length === 1) yield judgeAlone(book, one, mayConflict);
}

/** A request that is alone under its key is served, whoever else used the key's name. */
function judgeAlone(book: KeyBook, seen: KeyedExchange, mayConflict: boolean): Observation {
  const { answer, exchange, send } = seen;
  const others = book.othersEntry(send);
  const isTheirs = answer.kind === 'result' && answer.identity === others?.identity;
  const kind = send.route === 'chat' ? 'chat' : 'media';
  return {
    rule: others === undefined ? `idempotency.${kind}.other-key` : `idempotency.scope.account-${kind}`,
    held: (answer.kind === 'result' && !isTheirs) || (mayConflict && answer.kind === 'conflict'),
    expected: `a request under a key of its own${others === undefined ? '' : ', though another account has one of the same name,'} to be served`,
    observed: answerText(seen),
    exchanges: [exchange],
  };
}

function sharesKeyElsewhere(send: KeyedExchange['send'], other: KeyedExchange['send']): boolean {
  return send.account === other.account && send.key === other.key && send.route !== other.route;
}
