import type { Reply, ReplyRoute } from './reply-rule.ts';

/** What a reply to each route may answer with; at least one of them, or an error. */
const contents = {
  chat: ['text', 'json', 'toolCalls', 'reasoning', 'refusal', 'fault', 'pace'],
  image: ['images', 'fault', 'delayMs'],
  transcription: ['text', 'fault', 'delayMs'],
} as const satisfies Readonly<Record<ReplyRoute, readonly (keyof Reply)[]>>;

/** What belongs to a chat, and answers nothing by itself. */
const chatDetails = ['finishReason', 'usage'] as const;

/** Conditions that only a chat can fulfil. */
const chatConditions = ['tools', 'stream'] as const;

/** What a reply answers twice, not at all, or in the words of another route; each problem begins with its place. */
export function contentProblems(reply: Reply, place: string): readonly string[] {
  const route = reply.on?.route ?? 'chat';
  const own: readonly (keyof Reply)[] = contents[route];
  const foreign = foreignProblems(reply, route, place);
  if (foreign.length > 0) return foreign;
  const given = own.filter((name) => reply[name] !== undefined);
  if (reply.error !== undefined && given.length > 0)
    return [`${place}.${given[0]} stands beside an error, which is the whole answer`];
  if (reply.text !== undefined && reply.json !== undefined)
    return [`${place}.json stands beside a text; give one of them`];
  if (reply.error !== undefined || given.length > 0) return [];
  return [`${place} answers nothing; give it one of ${own.join(', ')} or error`];
}

function foreignProblems({ on = {}, ...reply }: Reply, route: ReplyRoute, place: string): readonly string[] {
  const own: readonly (keyof Reply)[] = [...contents[route], ...(route === 'chat' ? chatDetails : [])];
  const all = new Set([...Object.values(contents).flat(), ...chatDetails]);
  const answers = [...all].filter((name) => reply[name] !== undefined && !own.includes(name));
  const conditions = route === 'chat' ? [] : chatConditions.filter((name) => on[name] !== undefined);
  return [
    ...answers.map((name) => `${place}.${name} is no part of a reply to ${route}, which may have ${own.join(', ')}`),
    ...conditions.map((name) => `${place}.on.${name} can't hold for a request to ${route}`),
  ];
}
