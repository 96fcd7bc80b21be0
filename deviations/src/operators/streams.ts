import type { Behaviour, CompletionIdentity, EndpointFailure } from '@gateproof/simulator/behaviour';
import { type Change, decide, overrule, remembering, together, watch } from '../change.ts';
import { type Edit, type JsonObject, replace } from '../edits/fields.ts';
import type { Failures } from './classify.ts';
import { inCompletions } from './edit-messages.ts';
import { unlistedModels } from './routing.ts';

type Streaming = Behaviour['streaming'];

/** Streams for other bodies than the reference does. */
export const wantStreams = (words: string, isWanted: (body: JsonObject, present: boolean) => boolean): Change =>
  overrule('streaming.isWanted', `streams ${words}`, (present, body) => isWanted(body, present(body)));

type Chunk = JsonObject | undefined;
type ChangeChunk = (chunk: JsonObject, identity: CompletionIdentity, index: number, said: JsonObject) => Chunk;

/** Changes the chunks of a stream as they go out; undefined leaves one out. `index` counts from 0, `said` is what the endpoint sent. */
export const inChunks = (summary: string, change: ChangeChunk): Change =>
  overrule('streaming.chunk', summary, (chunk, said, identity, index) => {
    const present = chunk(said, identity, index);
    return present === undefined ? undefined : change(present, identity, index, said);
  });

/** Every chunk of a stream. */
export const inEveryChunk = ({ words, change }: Edit): Change =>
  inChunks(`sends chunks with ${words}`, (chunk) => change(chunk));

/** The chunk that reports the failure of a stream, with its `error`. */
type IsMeant = (identity: CompletionIdentity) => boolean;
export const inFailureChunks = ({ words, change }: Edit, isMeant: IsMeant = () => true): Change =>
  overrule('streaming.failure', `reports stream failures with ${words}`, (failure, error, identity, cause) => {
    const chunk = failure(error, identity, cause);
    return chunk === undefined || !isMeant(identity) ? chunk : change(chunk);
  });

/** Sends streams under another content type. */
export const streamAs = (contentType: string): Change =>
  decide('streaming', `answers streams as ${contentType}`, { contentType });

/** Writes the events of chunks otherwise; `event` writes one as before. */
export const writeEvents = (words: string, write: (value: JsonObject, event: Streaming['event']) => string): Change =>
  overrule('streaming.event', `writes ${words}`, (event, value) => write(value as JsonObject, event));

/** Ends good streams with another text than `data: [DONE]`. */
export const endWith = (text: string): Change =>
  decide('streaming', `ends streams with ${JSON.stringify(text)}`, { closing: () => text });

/** Ends streams with another text once a failure has been reported. */
export const endFailuresWith = (text: string): Change =>
  decide('streaming', `ends streams after a failure with ${JSON.stringify(text)}`, { closingAfterFailure: () => text });

/** Ends all streams with another text. */
export const endAllWith = (text: string): Change => together(endWith(text), endFailuresWith(text));
const ends = {
  'end-well': 'ends streams as if all were well',
  'end-bare': 'ends streams without [DONE]',
  cut: 'cuts streams',
} as const;

/** Lets a stream that has begun end otherwise after some failures of its endpoint. */
export function endAt(end: keyof typeof ends, { words, covers }: Failures): Change {
  const isMeant = (failure?: EndpointFailure) => failure !== undefined && covers(failure);
  return decide('streaming', `${ends[end]} at ${words}`, ({ failure: report, closingAfterFailure }) => ({
    failure(error, identity, cause) {
      if (!isMeant(cause.failure)) return report(error, identity, cause);
      if (end === 'cut') throw new Error('The stream is cut.');
      return undefined;
    },
    closingAfterFailure: (failure) => (end === 'end-bare' && isMeant(failure) ? '' : closingAfterFailure(failure)),
  }));
}

/** Sends no report of the failure of some streams: they end as if all were well. */
export const endSilently = (words: string, isMeant: IsMeant): Change =>
  overrule('streaming.failure', `ends failed streams as if all were well ${words}`, (of, error, identity, cause) =>
    isMeant(identity) ? undefined : of(error, identity, cause),
  );

type ChangeAfter = (chunk: JsonObject, earlier: readonly JsonObject[], identity: CompletionIdentity) => Chunk;

/** Changes the chunks of a stream by those that came before them; undefined leaves one out. */
export const inChunksAfter = (summary: string, change: ChangeAfter): Change =>
  remembering((streams = new Map<string, JsonObject[]>()) =>
    inChunks(summary, (chunk, identity) => {
      const earlier = streams.get(identity.id) ?? [];
      const changed = change(chunk, earlier, identity);
      earlier.push(chunk);
      streams.set(identity.id, earlier);
      return changed;
    }),
  );

/** What is said of a reply: the chunks of a stream count from 0, a whole reply has no number. */
type OfReply<Value> = (identity: CompletionIdentity, chunk: number | undefined) => Value;

/** Names another model of the account in the replies that `isMeant` chooses. */
export function nameAnother(words: string, isMeant: OfReply<boolean>): Change {
  const others = new Map<unknown, string>();
  const noting = watch('routing.candidates', '', (candidates, _models, account, body) => {
    const [other] = unlistedModels(account, candidates);
    if (other !== undefined) others.set(body.model, other.id);
  });
  const naming = nameModel(`names another model of the account ${words}`, (identity, chunk) => {
    const model = others.get(identity.requestedModel);
    return model !== undefined && isMeant(identity, chunk) ? model : identity.model;
  });
  return together(naming, noting);
}

/** Names the model that `modelOf` returns. */
export function nameModel(words: string, modelOf: OfReply<string>): Change {
  const named = (identity: CompletionIdentity, chunk?: number) => ({ ...identity, model: modelOf(identity, chunk) });
  return together(
    overrule('completions.completion', words, (completion, served, identity) => completion(served, named(identity))),
    overrule('streaming.chunk', '', (chunk, sent, identity, index) => chunk(sent, named(identity, index), index)),
  );
}

/** Of the requests that run for one model at the same time, the later ones get what the first one has shared. */
class Shared<Value> {
  readonly #running = new Map<string, { count: number; first: Value | undefined }>();

  start(model: string): void {
    const { count, first } = this.#running.get(model) ?? { count: 0, first: undefined };
    this.#running.set(model, { count: count + 1, first });
  }

  share(model: string, own: Value): Value {
    const running = this.#running.get(model);
    if (running === undefined || (running.count < 2 && running.first === undefined)) return own;
    running.first ??= own;
    return running.first;
  }

  end(model: string): void {
    const running = this.#running.get(model);
    if (running === undefined) return;
    running.count -= 1;
    if (running.count === 0) this.#running.delete(model);
  }
}

const startedBy = (shared: Shared<unknown>, stream?: true) =>
  watch('routing.upstreamBody', '', (_sent, body, model) => {
    if (stream === undefined || body.stream === stream) shared.start(model.id);
  });

/** Gives whole completions of one model that are made at the same time the choices of the first. */
export const mixUpCompletions: Change = remembering(() => {
  const shared = new Shared<unknown>();
  return [
    startedBy(shared),
    inCompletions('gives requests of one model that run together one answer', (own, _served, { model }) => {
      const choices = shared.share(model, own.choices);
      shared.end(model);
      return { ...own, choices };
    }),
  ];
});

/** Begins streams of one model that run at the same time with the first content of the first. */
export const mixUpStreams: Change = remembering(() => {
  const shared = new Shared<{ readonly id: string; readonly content: string }>();
  return [
    startedBy(shared, true),
    inChunks('gives streams of one model that run together one first delta', (chunk, { id, model }) => {
      const [choice] = Array.isArray(chunk.choices) ? (chunk.choices as JsonObject[]) : [];
      if (typeof choice?.finish_reason === 'string') shared.end(model);
      const content = (choice?.delta as JsonObject | undefined)?.content;
      if (typeof content !== 'string' || content === '') return chunk;
      const first = shared.share(model, { id, content });
      return first.id === id ? chunk : replace('choices[].delta.content', first.content).change(chunk);
    }),
  ];
});
