import { createHmac } from 'node:crypto';
import {
  type ClientBehaviour,
  ClientError,
  type ClientTools,
  type Given,
  type JsonObject,
} from './client-behaviour.ts';

const hmac = (secret: string, bytes: Buffer | string) => createHmac('sha256', secret).update(bytes).digest('hex');

/** A failure that the client finds by itself. */
export const failed = (message: string): ClientError =>
  new ClientError({ sent: { message }, status: undefined, headers: undefined, isLost: false });

async function chat(tools: ClientTools, given: Given): Promise<JsonObject> {
  const body = tools.behaviour.chatBody(given.params ?? {}, false, tools);
  return tools.behaviour.completion(await tools.sendJson('chat', given, body), given);
}

async function chatStream(tools: ClientTools, given: Given): Promise<JsonObject> {
  const { behaviour } = tools;
  const { response } = await tools.send('chat_stream', given, behaviour.chatBody(given.params ?? {}, true, tools));
  let content = '';
  const chunks: JsonObject[] = [];
  const pieces = (response.body ?? []) as AsyncIterable<Uint8Array>;
  try {
    for await (const data of behaviour.events(pieces)) {
      if (behaviour.isEnd(data)) return { content, complete: true, ...behaviour.streamed(chunks, given) };
      const chunk = JSON.parse(data) as JsonObject;
      chunks.push(chunk);
      const error = behaviour.errorIn(chunk, content);
      if (error !== undefined) throw new ClientError({ sent: error, status: 200, headers: undefined, isLost: false });
      content += behaviour.textIn(chunk, content);
    }
  } catch (error) {
    if (error instanceof ClientError) throw error;
    return behaviour.unended(content, 'lost');
  }
  return behaviour.unended(content, 'closed');
}

async function create(
  tools: ClientTools,
  op: 'create_image' | 'create_transcription',
  given: Given,
): Promise<JsonObject> {
  const { behaviour } = tools;
  return behaviour.job(await tools.sendJson(op, given, behaviour.submissionBody(given.params ?? {}, op)), given);
}

async function waitJob(tools: ClientTools, given: Given): Promise<JsonObject> {
  const { behaviour } = tools;
  for (let reads = 1; ; reads += 1) {
    const job = await tools.sendJson('wait_job', given);
    if (behaviour.isFinal(job, reads, tools)) {
      const sent = job.error as JsonObject | undefined;
      if (job.state === 'failed' && sent !== undefined)
        throw new ClientError({ sent, status: undefined, headers: undefined, isLost: false });
      return behaviour.job(job, given);
    }
    await tools.pause(behaviour.pollMs(reads));
    if (behaviour.isGivenUp(given, tools)) throw failed('the caller gave the call up');
  }
}

async function openOutput(tools: ClientTools, given: Given): Promise<JsonObject> {
  for (let attempt = 0; attempt < 3; attempt += 1) {
    const job = await tools.sendJson('open_output', given);
    const item = (job.output as readonly JsonObject[] | undefined)?.[Number(given.params?.place ?? 0)];
    if (typeof item?.url !== 'string') throw failed('the output is purged');
    if (!tools.behaviour.opens(item, tools.nowMs())) continue;
    const bytes = await tools.behaviour.download(item.url, tools);
    if (bytes !== undefined) return { bytes };
  }
  throw failed('no link opens');
}

function verifyWebhook({ behaviour: { verifier }, nowMs }: ClientTools, { params = {} }: Given): JsonObject {
  const header = typeof params.signature === 'string' ? params.signature : null;
  const decided = (isValid: boolean) => ({ valid: verifier.decides(isValid, header) });
  const entries = verifier.entries(header ?? '');
  const t = verifier.timestamp(entries);
  if (t === undefined) return decided(false);
  const aheadS = verifier.seconds(t) - Math.floor(nowMs() / 1000);
  if (!(aheadS <= verifier.toleranceS.future && -aheadS <= verifier.toleranceS.past)) return decided(false);
  const body = verifier.body(Buffer.from(String(params.body_base64), 'base64'));
  const wanted = verifier
    .secrets(params.secrets as readonly string[])
    .flatMap((secret) => verifier.signed(t, body).map((bytes) => hmac(secret, bytes)));
  return decided(verifier.candidates(entries).some((given) => wanted.some((right) => verifier.matches(given, right))));
}

/** What a client does for its caller, by operation. */
export const referenceOperations: ClientBehaviour['operations'] = {
  chat,
  chat_stream: chatStream,
  create_image: (tools, given) => create(tools, 'create_image', given),
  create_transcription: (tools, given) => create(tools, 'create_transcription', given),
  get_job: async (tools, given) => tools.behaviour.job(await tools.sendJson('get_job', given), given),
  wait_job: waitJob,
  cancel_job: async (tools, given) => tools.behaviour.job(await tools.sendJson('cancel_job', given), given),
  open_output: openOutput,
  list_models: async (tools, given) => ({ ids: tools.behaviour.ids(await tools.sendJson('list_models', given)) }),
  get_model: async (tools, given) => tools.behaviour.model(await tools.sendJson('get_model', given)),
  verify_webhook: verifyWebhook,
};
