import type { SeenRequest, SentAnswer } from '@gateproof/simulator/behaviour';
import type { Change } from '../change.ts';
import { answering, besides, chargeAgain, errorIn, isObject, onceMore } from '../changes/exchange-changes.ts';
import type { Edit } from '../edits.ts';
import type { Scope } from '../scopes.ts';

const isAccepted = ({ status }: SentAnswer) => status < 300;

/** Answers accepted requests of a scope with another status, content type or body. */
export function acceptAs(scope: Scope, parts: Partial<SentAnswer>): Change {
  return {
    summary: `answers accepted requests ${scope.words} with ${wordsOf(parts)}`,
    apply: answering((answer, request) =>
      isAccepted(answer) && scope.covers(request) ? { ...answer, ...parts } : answer,
    ),
  };
}

/** Answers an error of a scope with another status, content type or body. */
export function answerErrorAs(code: string, scope: Scope, parts: Partial<SentAnswer>): Change {
  return {
    summary: `answers ${code} ${scope.words} with ${wordsOf(parts)}`,
    apply: answering((answer, request) =>
      errorIn(answer)?.code === code && scope.covers(request) ? { ...answer, ...parts } : answer,
    ),
  };
}

/** Edits the bodies of accepted requests of a scope. */
export function inAccepted(scope: Scope, { words, change }: Edit): Change {
  return {
    summary: `answers accepted requests ${scope.words} with ${words}`,
    apply: answering((answer, request) =>
      isAccepted(answer) && isObject(answer.body) && scope.covers(request)
        ? { ...answer, body: change(answer.body) }
        : answer,
    ),
  };
}

/** Charges requests of a scope that are refused, or accepted without a charge of their own. */
export function charge(outcome: 'accepted' | 'refused', scope: Scope): Change {
  return {
    summary: `charges ${outcome} requests ${scope.words}`,
    apply: answering((answer, request) => {
      if (isAccepted(answer) === (outcome === 'accepted') && scope.covers(request)) chargeAgain(request);
      return answer;
    }),
  };
}

/** Runs the last accepted request of a scope and an account again when it refuses one. */
export function rerunWhenRefused(scope: Scope): Change {
  const last = new WeakMap<object, SeenRequest>();
  return {
    summary: `runs the last accepted request ${scope.words} again when it refuses one`,
    apply: besides((request, answer) => {
      const { account } = request;
      if (account === undefined || answer === undefined || !scope.covers(request)) return [];
      if (isAccepted(answer)) last.set(account, request);
      const before = last.get(account);
      return answer.status === 400 && before !== undefined ? [onceMore(before)] : [];
    }),
  };
}

function wordsOf(parts: Partial<SentAnswer>): string {
  return Object.values(parts)
    .map((part) => (typeof part === 'object' ? JSON.stringify(part) : String(part)))
    .join(' and ');
}
