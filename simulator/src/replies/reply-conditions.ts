import type { ReplyRoute, ReplyTarget } from './reply-rule.ts';
import { textTest } from './text-pattern.ts';

/** A request as replies look at it. */
export interface ReplyOccasion {
  readonly route: ReplyRoute;
  readonly model: string;
  /** Text of the newest message; the `prompt` of an image, the `audio_url` of a transcription. */
  readonly message: string;
  /** Names of the tools that are offered. */
  readonly tools: readonly string[];
  /** By name in lower case. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly stream: boolean;
}

/** One condition of a reply. */
export interface ReplyCondition {
  holds(occasion: ReplyOccasion): boolean;
  /** What is wanted and what came, where it does not hold. */
  miss(occasion: ReplyOccasion): string;
}

/** The conditions of a target that has been checked, but for `call`. */
export function replyConditions({
  route = 'chat',
  model,
  message,
  tools = [],
  headers = {},
  stream,
}: ReplyTarget): readonly ReplyCondition[] {
  return [
    routeCondition(route),
    ...(model === undefined ? [] : [textCondition('model', String(model), 'whole', (occasion) => occasion.model)]),
    ...(message === undefined
      ? []
      : [textCondition('message', String(message), 'part', (occasion) => occasion.message)]),
    ...tools.map(toolCondition),
    ...Object.entries(headers).map(([name, value]) =>
      textCondition(`header ${name}`, String(value), 'whole', (occasion) =>
        String(occasion.headers[name.toLowerCase()] ?? ''),
      ),
    ),
    ...(stream === undefined ? [] : [streamCondition(stream)]),
  ];
}

function routeCondition(route: ReplyRoute): ReplyCondition {
  return {
    holds: (occasion) => occasion.route === route,
    miss: (occasion) => `its route is ${route}, the request's is ${occasion.route}`,
  };
}

function textCondition(
  what: string,
  pattern: string,
  extent: 'whole' | 'part',
  textOf: (occasion: ReplyOccasion) => string,
): ReplyCondition {
  const fits = textTest(pattern, extent);
  return {
    holds: (occasion) => fits(textOf(occasion)),
    miss: (occasion) => `its ${what} is ${pattern}, the request's is ${shortened(textOf(occasion))}`,
  };
}

function toolCondition(name: string): ReplyCondition {
  return {
    holds: ({ tools }) => tools.includes(name),
    miss: ({ tools }) => `its tool is ${name}, the request offers ${tools.length === 0 ? 'none' : tools.join(', ')}`,
  };
}

function streamCondition(stream: boolean): ReplyCondition {
  return {
    holds: (occasion) => occasion.stream === stream,
    miss: () => (stream ? 'it is for streams, the request asks for none' : 'it is for requests without a stream'),
  };
}

function shortened(text: string): string {
  if (text === '') return 'empty';
  return text.length > 60 ? `${text.slice(0, 57)}…` : text;
}
