import type { JsonObject } from '../json.ts';
import type { DraftBody, ResponseDraft } from '../plan/response-draft.ts';
import type { UpstreamRoute } from '../plan/upstream-request.ts';
import type { Answer, ChatAnswer, DefaultAnswer } from '../script/answer.ts';
import type { AnswerContext } from './answer-context.ts';
import { chatCompletion } from './chat-completion.ts';
import { chatStream } from './chat-stream.ts';
import { outputTokens } from './chat-usage.ts';
import { defaultChatAnswer } from './default-chat-answer.ts';
import { imageGeneration } from './image-answer.ts';
import { paced } from './pace.ts';
import { defaultTranscript } from './plain-files.ts';

/** The response to a request before any fault. A request that the answer does not fit gets 404, one that is not JSON gets 400. */
export function draftAnswer(answer: Answer, context: AnswerContext): ResponseDraft {
  const { route, json } = context.request;
  if (route === undefined) return refusal(404, 'Upstreams serve POST on chat, image and transcription routes only');
  if (json === undefined && route !== 'transcription') return refusal(400, 'The request body is not JSON');
  const scripted = answer.kind === 'default' ? defaultAnswer(route, answer, context) : answer;
  if (scripted.kind !== route) {
    return refusal(404, `This upstream is scripted with a ${scripted.kind} answer, but its ${route} route was called`);
  }
  switch (scripted.kind) {
    case 'chat':
      return draftChat(scripted, context);
    case 'image':
      return json200(imageGeneration(scripted, context));
    case 'transcription':
      return json200({ ...scripted.extra, text: scripted.text });
  }
}

function draftChat(answer: ChatAnswer, context: AnswerContext): ResponseDraft {
  const draft = context.request.stream
    ? draftOf(200, 'text/event-stream; charset=utf-8', { kind: 'events', frames: chatStream(answer, context) })
    : json200(chatCompletion(answer, context));
  return answer.pace === undefined ? draft : paced(draft, answer.pace, outputTokens(answer));
}

function defaultAnswer(
  route: UpstreamRoute,
  { seed, says, pace }: DefaultAnswer,
  context: AnswerContext,
): Exclude<Answer, { kind: 'default' }> {
  const { request } = context;
  const ofCall = `${seed ?? context.seed}#${context.callNumber}`;
  switch (route) {
    case 'chat':
      return { ...defaultChatAnswer(ofCall, request, says), ...(pace === undefined ? {} : { pace }) };
    case 'image':
      return { kind: 'image', seed: ofCall };
    case 'transcription':
      return { kind: 'transcription', text: defaultTranscript(ofCall, request) };
  }
}

const json200 = (value: JsonObject) => draftOf(200, 'application/json', { kind: 'json', value });

function refusal(status: number, message: string): ResponseDraft {
  const error = { message, type: 'invalid_request_error', param: null, code: null };
  return draftOf(status, 'application/json', { kind: 'json', value: { error } });
}

function draftOf(status: number, contentType: string, body: DraftBody): ResponseDraft {
  return {
    connection: 'serve',
    holds: [],
    marks: [],
    status,
    headers: [['content-type', contentType]],
    body,
    ending: { how: 'end' },
    wire: { lineEnd: '\n', multiLineData: false },
  };
}
