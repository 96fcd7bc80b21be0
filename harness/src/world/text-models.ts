import type { RunClock } from '../clock/run-clock.ts';
import type { Exchange } from '../exchange/exchange.ts';
import { isObject } from '../exchange/json.ts';
import { objectOf } from '../exchange/json-of.ts';
import { steadyAsker } from '../expect/ask-steadily.ts';
import { describeAnswer } from '../expect/describe-answer.ts';
import { servedRules } from '../expect/prerequisites.ts';
import { boundTokens } from './bounded-body.ts';
import { type TextCandidate, textCandidates } from './text-candidates.ts';
import type { Key } from './world.ts';

/** The text model that requests name where none can be made, or why none is known. */
export type TextModel =
  | {
      readonly id: string;
      /** False: the target did not serve a plain chat with it. */
      readonly isServed: boolean;
    }
  | { readonly id: undefined; readonly why: string; readonly prerequisite: string };

/** Listed models that are tried with a chat before none is known. */
const mostTried = 3;
const hello = [{ role: 'user', content: 'hello' }];

/** Finds a text model once for each account: the one that was named, a listed text model, or a listed one that serves a small chat. */
export class TextModels {
  readonly #named: string | undefined;
  readonly #clock: RunClock;
  readonly #found = new Map<string, Promise<TextModel>>();
  readonly #bounded = new Set<string>();

  /** `named`: by whoever runs the suite; undefined: the list is asked. */
  constructor(named: string | undefined, clock: RunClock) {
    this.#named = named;
    this.#clock = clock;
  }

  /** Sends a list and chats with at most three models with the account's key the first time. Never throws for what the target answers. */
  find(account: string, key: Key): Promise<TextModel> {
    const found = this.#found.get(account) ?? this.#search(key);
    this.#found.set(account, found);
    return found;
  }

  /** True for a model whose replies may be cut: it was seen to say something within the bound. */
  isBounded(id: string): boolean {
    return this.#bounded.has(id);
  }

  /** A small chat with a bound; once more without one where the field may be what is refused. */
  async #chat(key: Key, id: string): Promise<Exchange> {
    const ask = steadyAsker(this.#clock);
    const body = { model: id, messages: hello };
    const bounded = await ask(() => key.chat({ ...body, max_tokens: boundTokens }));
    if (isServed(bounded) && saysSomething(bounded)) this.#bounded.add(id);
    return isInvalid(bounded) ? ask(() => key.chat(body)) : bounded;
  }

  async #search(key: Key): Promise<TextModel> {
    const ask = steadyAsker(this.#clock);
    const chat = (id: string) => this.#chat(key, id);
    const list = () => ask(() => key.models());
    if (this.#named !== undefined) return named(this.#named, await chat(this.#named), list);
    const listed = await list();
    const candidates = textCandidates(listed).slice(0, mostTried);
    if (candidates.length > 0) return firstServed(candidates, chat);
    const why = `GET /v1/models names none: it answered ${describeAnswer(listed)}`;
    return { id: undefined, why, prerequisite: servedRules.models };
  }
}

/** The model that was named; none where the target refuses it and does not list it, so that its name is wrong. */
async function named(id: string, answer: Exchange, list: () => Promise<Exchange>): Promise<TextModel> {
  if (isServed(answer)) return { id, isServed: true };
  const listed = hasFailed(answer) ? [] : textCandidates(await list());
  if (listed.length === 0 || listed.some((candidate) => candidate.id === id)) return { id, isServed: false };
  const others = listed.slice(0, mostTried).map((candidate) => candidate.id);
  const why = `a chat with ${id} was refused (${describeAnswer(answer)}), and GET /v1/models lists ${others.join(', ')}${listed.length > mostTried ? ' …' : ''} without it`;
  return { id: undefined, why, prerequisite: servedRules.chat };
}

/** The first that serves; else one whose refusal is the target's fault: it is a text model by the list, or the target failed. */
async function firstServed(
  candidates: readonly TextCandidate[],
  chat: (id: string) => Promise<Exchange>,
): Promise<TextModel> {
  const refused: { readonly candidate: TextCandidate; readonly answer: Exchange }[] = [];
  for (const candidate of candidates) {
    const answer = await chat(candidate.id);
    if (isServed(answer)) return { id: candidate.id, isServed: true };
    refused.push({ candidate, answer });
    if (answer.response === undefined) break;
  }
  const broken = refused.find(
    ({ candidate, answer }) => !isKeyRefused(answer) && (candidate.isText || hasFailed(answer)),
  );
  if (broken !== undefined) return { id: broken.candidate.id, isServed: false };
  const tried = refused.map(({ candidate, answer }) => `${candidate.id} (${describeAnswer(answer)})`);
  return { id: undefined, why: `no listed model serves a chat: ${tried.join(', ')}`, prerequisite: servedRules.chat };
}

/** A model that thinks first may spend its bound without a word. */
function saysSomething(answer: Exchange): boolean {
  const choices = objectOf(answer)?.choices;
  const [choice]: readonly unknown[] = Array.isArray(choices) ? choices : [];
  const message = isObject(choice) ? choice.message : undefined;
  return isObject(message) && typeof message.content === 'string' && message.content.trim() !== '';
}

/** Whether the answer is right in all its parts is for the rules to say: here it is enough that the request is let in. */
export function isServed({ response, ending }: Exchange): boolean {
  return ending === 'complete' && response !== undefined && response.status >= 200 && response.status < 300;
}

function hasFailed({ response }: Exchange): boolean {
  return response === undefined || response.status >= 500;
}

/** Refused as a body that is not valid. */
function isInvalid({ response }: Exchange): boolean {
  return response?.status === 400 || response?.status === 422;
}

function isKeyRefused({ response }: Exchange): boolean {
  return response?.status === 401 || response?.status === 403;
}
