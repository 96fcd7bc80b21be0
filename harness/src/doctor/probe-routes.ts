import type { Exchange } from '../exchange/exchange.ts';
import { mediaTypeOf } from '../exchange/headers.ts';
import { objectOf } from '../exchange/json-of.ts';
import { describeAnswer } from '../expect/describe-answer.ts';
import type { OpenWorld, ReachedTarget } from '../run/run-options.ts';
import type { SmokeFinding } from '../run/smoke-report.ts';
import { isServed } from '../world/text-models.ts';
import type { Account, Key, World } from '../world/world.ts';

/** What of a target does not serve a request, as `MeasuredRule.routes` has it, and what was seen of it. */
export interface ProbedRoutes {
  readonly unserved: ReadonlySet<string>;
  /** Of a stream and of a read of one model; the first requests of a run show the others. */
  readonly findings: readonly SmokeFinding[];
}

/** Asks a target for a list, a model, a chat and a stream, and for jobs where it has models for them. Never throws for what the target answers. */
export async function probeRoutes(target: ReachedTarget): Promise<ProbedRoutes> {
  const opened = (await target.openWorld('doctor-routes')) as OpenWorld<World>;
  try {
    return await probe(await opened.world.account());
  } catch {
    // What can't be prepared is reported with its capability.
    return { unserved: new Set(), findings: [] };
  } finally {
    await opened.close();
  }
}

async function probe(account: Account): Promise<ProbedRoutes> {
  const { key } = account;
  const list = await key.models();
  const [listed] = idsIn(list);
  const single = listed === undefined ? undefined : await key.model(listed);
  const chat = await chatIn(account, {});
  const stream = chat !== undefined && isServed(chat) ? await chatIn(account, { stream: true }) : undefined;
  const streams = stream !== undefined && isServed(stream) && mediaTypeOf(stream) === 'text/event-stream';
  const media = {
    image: await submitted(account, 'image', (body) => key.image(body)),
    transcription: await submitted(account, 'audio_stt', (body) => key.transcription(body)),
  };
  const tried = Object.values(media).filter((one) => one !== undefined);
  const hasJobs = tried.length === 0 ? undefined : tried.includes(true);
  const served: Readonly<Record<string, boolean | undefined>> = {
    models: isServed(list),
    // Without a listed model nothing is known of it.
    model: single === undefined ? isServed(list) : isServed(single),
    chat: chat !== undefined && isServed(chat),
    stream: streams,
    ...media,
    job: hasJobs,
    cancel: hasJobs,
  };
  return {
    unserved: new Set(Object.keys(served).filter((route) => served[route] === false)),
    findings: [
      ...(single === undefined ? [] : [finding('a listed model', single, isServed(single))]),
      ...(stream === undefined ? [] : [finding('a stream', stream, streams)]),
    ],
  };
}

function finding(what: string, answer: Exchange, holds: boolean): SmokeFinding {
  const wanted = `${what} is served`;
  return { wanted, holds, seen: wanted, saw: describeAnswer(answer) };
}

async function chatIn(account: Account, more: object): Promise<Exchange | undefined> {
  const model = await account.usableModel().catch(() => undefined);
  if (model === undefined) return undefined;
  return account.key.chat({ model: model.id, messages: [{ role: 'user', content: 'hello' }], ...more });
}

/** Whether a job is accepted; undefined where no model for it can be had, so that its rules can't be decided for want of one. */
async function submitted(
  account: Account,
  modality: 'image' | 'audio_stt',
  submit: Key['image'],
): Promise<boolean | undefined> {
  const model = await account.usableModel(modality).catch(() => undefined);
  return model === undefined ? undefined : isServed(await submit({ ...model.inputs, model: model.id }));
}

function idsIn(list: Exchange): readonly string[] {
  const data = objectOf(list)?.data;
  const entries: readonly unknown[] = Array.isArray(data) ? data : [];
  return entries.flatMap((entry) =>
    typeof entry === 'object' && entry !== null && 'id' in entry && typeof entry.id === 'string' ? [entry.id] : [],
  );
}
