import {
  type Behaviour,
  type CompletionIdentity,
  type GatewayError,
  type JobView,
  type Model,
  referenceBehaviour,
  type SeenRequest,
  type SentAnswer,
} from '@gateproof/simulator/behaviour';
import { isObject, type JsonObject } from '@gateproof/spec';
import type { MessagePlayer, PassingRequest } from './message-player.ts';
import { errorSaid, type Said } from './relayed-behaviour.ts';
import { NotSeen, partly, type SeenJobs } from './seen-jobs.ts';

const { errors } = referenceBehaviour;

/** Plays one deviation on the messages that pass through a proxy. Where it asks for what a proxy can't see, the message passes as it is. */
export class Player implements MessagePlayer {
  readonly #behaviour: Behaviour;
  readonly #said: Said;
  #played = 0;

  constructor(behaviour: Behaviour, said: Said) {
    this.#behaviour = behaviour;
    this.#said = said;
  }

  /** How many messages it has changed. */
  get played(): number {
    return this.#played;
  }

  /** The answer that is given in the gateway's place; undefined: the gateway answers. */
  shortCircuit({ seen }: PassingRequest): SentAnswer | undefined {
    const { exchanges } = this.#behaviour;
    const given = this.#tried<SentAnswer | undefined>(undefined, () => {
      const refusal = exchanges.refusal(seen);
      return refusal === undefined ? exchanges.shortCircuit(seen) : refused(refusal);
    });
    if (given !== undefined) this.#played += 1;
    return given;
  }

  /** The answer as it goes out. */
  answer(answer: SentAnswer, passing: PassingRequest): SentAnswer {
    const rendered = this.#tried(answer, () => ({ ...answer, body: this.#render(answer, passing) }));
    return this.#noted(
      answer,
      this.#tried(rendered, () => this.#behaviour.exchanges.answer(rendered, passing.seen)),
    );
  }

  /** The data of one event of a stream; undefined leaves it out. */
  event(chunk: JsonObject, index: number, { seen }: PassingRequest): JsonObject | undefined {
    const { streaming } = this.#behaviour;
    const identity = identityOf(chunk, seen);
    const changed = this.#tried<JsonObject | undefined>(chunk, () => {
      const { error, ...rest } = chunk;
      if (!isObject(error)) return streaming.chunk(chunk, identity, index);
      const failure = streaming.failure(this.#error(error), identity, { failure: undefined, committed: true });
      return failure === undefined ? undefined : { ...rest, ...failure };
    });
    return this.#noted(chunk, changed);
  }

  /** What is asked of the gateway besides, once the answer has gone out. */
  sideRequests(
    answer: SentAnswer | undefined,
    { seen }: PassingRequest,
  ): ReturnType<Behaviour['exchanges']['sideRequests']> {
    const requests = this.#tried([], () => this.#behaviour.exchanges.sideRequests(seen, answer));
    this.#played += requests.length;
    return requests;
  }

  #render({ body, status }: SentAnswer, { seen, jobs }: PassingRequest): unknown {
    if (!isObject(body)) return body;
    const { models, completions } = this.#behaviour;
    if (status >= 400) return isObject(body.error) ? { ...body, error: this.#error(body.error) } : body;
    if (body.object === 'job') return this.#job(body, seen, jobs);
    if (body.object === 'model') return models.render(this.#model(body), 'get');
    if (body.object === 'list' && Array.isArray(body.data)) {
      return { ...body, data: body.data.map((entry) => models.render(this.#model(entry as JsonObject), 'list')) };
    }
    return seen.route === 'chat' ? completions.completion(body, identityOf(body, seen)) : body;
  }

  #job(body: JsonObject, seen: SeenRequest, jobs: SeenJobs): JsonObject {
    const submission = seen.route === 'image' || seen.route === 'transcription' ? seen.body : undefined;
    const key = seen.key;
    if (key === undefined) return body;
    const job = this.#said.note(jobs.see(body, key, isObject(submission) ? submission : undefined), body);
    const where = seen.route === 'job-get' ? 'read' : seen.route === 'job-cancel' ? 'cancel' : 'submission';
    const view = { job, account: jobs.account, nowMs: seen.nowMs, where } as const;
    return this.#behaviour.jobs.render(partly<JobView>(view));
  }

  #model(entry: JsonObject): Model {
    const known = { id: String(entry.id), modality: entry.modality as Model['modality'] };
    return this.#said.note(partly<Model>(known), entry);
  }

  #error(error: JsonObject): JsonObject {
    return this.#behaviour.errors.body(errorSaid(this.#said, error), String(error.request_id));
  }

  #tried<Result>(otherwise: Result, attempt: () => Result): Result {
    try {
      return attempt();
    } catch (error) {
      if (error instanceof NotSeen) return otherwise;
      throw error;
    }
  }

  #noted<Message>(before: Message, after: Message): Message {
    if (JSON.stringify(before) !== JSON.stringify(after)) this.#played += 1;
    return after;
  }
}

function refused(error: GatewayError): SentAnswer {
  const body = errors.envelope(errors.body(error, 'req_of_the_proxy'));
  return { status: errors.status(error), contentType: 'application/json', body };
}

function identityOf(said: JsonObject, { body }: SeenRequest): CompletionIdentity {
  const asked = isObject(body) ? body : {};
  return partly<CompletionIdentity>({
    id: String(said.id),
    createdAtS: Number(said.created),
    model: String(said.model),
    requestedModel: String(asked.model),
    asked,
  });
}
