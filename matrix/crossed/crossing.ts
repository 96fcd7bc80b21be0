import type { IncomingHttpHeaders } from 'node:http';
import type { OwnRequest, SentAnswer } from '@gateproof/simulator/behaviour';
import { errorTable, isObject, type JsonObject } from '@gateproof/spec';
import type { MessagePlayer, PassingRequest } from '../proxied/message-player.ts';
import type { TestbedExchange } from '../proxied/seen-keys.ts';
import { changeMessage, textsOf } from './change-message.ts';
import { codes } from './contract-fields.ts';
import type { Memory } from './memory.ts';
import { isAfterFallback, moments, type Sight } from './moments.ts';
import type { Mutant } from './mutants.ts';
import type { Part } from './places.ts';

/** What stands between the gateway and the receivers of its deliveries. */
interface Relay extends Required<Pick<MessagePlayer, 'operation' | 'learn'>> {
  readonly played: number;
}

/** Plays a mutant on what passes between clients and a gateway. */
export class Crossing implements MessagePlayer {
  readonly #mutant: Mutant;
  readonly #memory: Memory;
  readonly #relay: Relay | undefined;
  readonly #sights = new WeakMap<PassingRequest, Sight>();
  #played = 0;

  constructor(mutant: Mutant, memory: Memory, relay?: Relay) {
    this.#mutant = mutant;
    this.#memory = memory;
    this.#relay = relay;
  }

  /** How many messages it has changed. */
  get played(): number {
    return this.#played + (this.#relay?.played ?? 0);
  }

  shortCircuit(passing: PassingRequest): SentAnswer | undefined {
    this.#sight(passing);
    if (!this.#isCommand(passing, 'swallowed')) return undefined;
    const { route, path } = passing.seen;
    const isOfJob = route === 'job-get' || route === 'job-cancel';
    const body = isOfJob ? this.#memory.job(jobIdOf(path)) : this.#memory.last(`${route}.done`, accountOf(passing));
    if (body === undefined) return undefined;
    this.#played += 1;
    return {
      status: route === 'image' || route === 'transcription' ? 202 : 200,
      contentType: 'application/json',
      body,
    };
  }

  request(passing: PassingRequest): { headers: IncomingHttpHeaders; body: Uint8Array } {
    const { headers, body, rawBody } = passing.seen;
    const sent = this.#change('request', body, passing);
    return {
      headers: textsOf<IncomingHttpHeaders>(this.#change('request-headers', headers, passing)),
      body: sent === body ? rawBody : Buffer.from(JSON.stringify(sent)),
    };
  }

  answer(answer: SentAnswer, passing: PassingRequest): SentAnswer {
    const { body } = answer;
    this.#memory.see(body);
    if (!isObject(body)) return answer;
    const isRefusal = answer.status >= 400;
    if (!isRefusal) this.#memory.exchange(`${passing.seen.route}.done`, accountOf(passing), body);
    if (this.#isCommand(passing, 'done-and-refused', body) && !isRefusal) return this.#refused(answer);
    if (isRefusal && isObject(body.error) && this.#isCommand(passing, `next-code-for-${String(body.error.code)}`, body))
      return this.#recoded(answer, body.error);
    const whole = { ...body, status: answer.status };
    const changed = this.#change(isRefusal ? 'refusal' : 'answer', whole, passing, body);
    if (changed === whole || !isObject(changed)) return answer;
    const { status, ...rest } = changed;
    return { ...answer, body: rest, status: typeof status === 'number' && status > 199 && status < 600 ? status : 299 };
  }

  event(chunk: JsonObject, index: number, passing: PassingRequest): JsonObject | undefined {
    const ends =
      Array.isArray(chunk.choices) && chunk.choices.some((one) => isObject(one) && one.finish_reason != null);
    const more = { isFirstEvent: index === 0, isLastEvent: ends || isObject(chunk.error) };
    return this.#change('event', chunk, passing, chunk, more) as JsonObject;
  }

  eventText(text: string, passing: PassingRequest): string {
    const isEnd = text.includes('[DONE]');
    const more = { isFirstEvent: text.includes('"role"'), isLastEvent: isEnd || /"finish_reason": ?"/.test(text) };
    const name = isEnd ? '[DONE]' : 'event';
    const changed = this.#change('event-text', { [name]: text }, passing, undefined, more);
    return isObject(changed) ? textOf(changed[name]) : text;
  }

  headers(headers: IncomingHttpHeaders, passing: PassingRequest): IncomingHttpHeaders {
    return textsOf(this.#change('answer-headers', headers, passing));
  }

  sideRequests(_answer: SentAnswer | undefined, passing: PassingRequest): readonly OwnRequest[] {
    if (!this.#isCommand(passing, 'twice')) return [];
    this.#played += 1;
    const { method, path, headers, body } = passing.seen;
    const asked = { method: method as 'GET' | 'POST', path, headers: { authorization: String(headers.authorization) } };
    return [body === undefined ? asked : { ...asked, body }];
  }

  operation(operation: Pick<TestbedExchange, 'method' | 'path' | 'sent'>): unknown {
    return this.#relay?.operation(operation);
  }

  learn(exchange: TestbedExchange): void {
    this.#relay?.learn(exchange);
  }

  #isCommand(passing: PassingRequest, command: string, said?: JsonObject): boolean {
    const { place, moment } = this.#mutant;
    const isMeant = this.#mutant.command === command && place.route === passing.seen.route;
    return isMeant && moments[moment](this.#sight(passing, said));
  }

  #change<Message>(part: Part, message: Message, passing: PassingRequest, said?: JsonObject, more = {}): Message {
    const { place, field, change, moment } = this.#mutant;
    const isPlace = place.route === passing.seen.route && place.part === part;
    if (!isPlace || field === undefined || change === undefined) return message;
    const others = this.#memory.exchange(part, accountOf(passing), message);
    if (!moments[moment]({ ...this.#sight(passing, said), ...more })) return message;
    const changed = changeMessage(message, field, change, others);
    if (JSON.stringify(changed) === JSON.stringify(message)) return message;
    this.#played += 1;
    return changed as Message;
  }

  #refused(answer: SentAnswer): SentAnswer {
    this.#played += 1;
    const said = { code: 'internal_error', message: 'The gateway failed.', kind: 'unknown', scope: null };
    return { ...answer, status: 500, body: { error: { ...said, type: 'api_error', param: null } } };
  }

  #recoded(answer: SentAnswer, error: JsonObject): SentAnswer {
    this.#played += 1;
    const code = codes[(codes.indexOf(String(error.code)) + 1) % codes.length] ?? '';
    const row = errorTable.get(code);
    return { ...answer, status: row?.status ?? 500, body: { error: { ...error, code, kind: row?.kind } } };
  }

  #sight(passing: PassingRequest, said?: JsonObject): Sight {
    const known = this.#sights.get(passing) ?? this.#see(passing);
    this.#sights.set(passing, known);
    const shown = said?.state ?? known.state;
    const state = typeof shown === 'string' ? shown : undefined;
    return { ...known, state, isAfterFallback: said !== undefined && isAfterFallback(said, passing.seen.body) };
  }

  #see(passing: PassingRequest): Sight {
    const { route, path, headers, body, key } = passing.seen;
    const account = accountOf(passing);
    const replayKey = headers['idempotency-key'];
    const first = this.#memory.firstOf(account, key?.id ?? '');
    const sight = {
      nth: this.#memory.count(`${route} ${path} ${account}`),
      count: this.#memory.count(route),
      isReplay: replayKey !== undefined && this.#memory.count(`${account} ${route} ${String(replayKey)}`) > 1,
      isStream: isObject(body) && body.stream === true,
      isFirstEvent: false,
      isLastEvent: false,
      isAfterCancel: this.#memory.has(`cancel ${account}`),
      isOfSecond: first !== (key?.id ?? ''),
      isAfterRotation: false,
      isAfterFallback: false,
      state: stateOf(this.#memory.job(jobIdOf(path))),
    };
    if (route === 'job-cancel') this.#memory.count(`cancel ${account}`);
    return sight;
  }
}

const accountOf = ({ jobs }: PassingRequest) => jobs.account.id;
const jobIdOf = (path: string) => /^\/v1\/jobs\/([^/?]+)/.exec(path)?.[1] ?? '';
const stateOf = (job: unknown) => (isObject(job) && typeof job.state === 'string' ? job.state : undefined);
const textOf = (value: unknown) => (value === undefined || value === null ? '' : String(value));
