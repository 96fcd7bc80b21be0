import {
  type Exchange,
  isObject,
  type JsonObject,
  jsonOf,
  script,
  turn,
  type UpstreamScript,
} from '@gateproof/harness';

/** What a fake endpoint is to say, and what the client is then to get. */
export interface Reply {
  readonly tokens: readonly string[];
  readonly finishReason?: string;
}

/** An upstream that always gives this reply. */
export function replying(reply: Reply): UpstreamScript {
  return script(turn({ kind: 'chat', ...reply }));
}

/** The first choice of a completion; undefined when there is none. */
export function firstChoice(exchange: Exchange): JsonObject | undefined {
  const body = jsonOf(exchange);
  const choices = body.ok && isObject(body.value) ? body.value.choices : undefined;
  return Array.isArray(choices) && isObject(choices[0]) ? choices[0] : undefined;
}

/** The message of the first choice. */
export function messageOf(exchange: Exchange): JsonObject | undefined {
  const message = firstChoice(exchange)?.message;
  return isObject(message) ? message : undefined;
}
