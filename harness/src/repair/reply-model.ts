import { isObject, type JsonObject } from '../exchange/json.ts';
import { objectOf, requestJsonOf } from '../exchange/json-of.ts';
import { likelyRouteOf } from '../exchange/route-of.ts';
import { servedChats } from './answer-kinds.ts';
import { editChunks } from './edit-events.ts';
import type { AnsweredExchange, Repair } from './repair.ts';
import { withJson } from './rewrite.ts';

/** Completions and chunks that name a model that the request does not. */
export const replyModel: Repair = {
  id: 'reply-model',
  sentence: 'Replies name another model than the requested one.',
  states: ['chat.model.echoed', 'stream.model.echoed'],
  concerns: servedChats,
  mend(exchange) {
    const asked = likelyRouteOf(exchange) === 'chat' ? askedModels(exchange) : [];
    const [first] = asked;
    if (first === undefined || exchange.response.status !== 200) return undefined;
    const renamed = (reply: JsonObject) =>
      typeof reply.model !== 'string' || asked.includes(reply.model) ? undefined : { ...reply, model: first };
    const body = objectOf(exchange);
    if (body === undefined) return editChunks(exchange, ({ json }) => renamed(json));
    const reply = renamed(body);
    return reply === undefined ? undefined : withJson(exchange.response, reply);
  },
};

function askedModels(exchange: AnsweredExchange): readonly string[] {
  const reading = requestJsonOf(exchange);
  const { model, models } = reading.ok && isObject(reading.value) ? reading.value : {};
  return [model, ...(Array.isArray(models) ? models : [])].filter((id) => typeof id === 'string');
}
