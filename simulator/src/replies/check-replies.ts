import { checkUpstreamScript, findProblems, InvalidScript, script } from '@gateproof/upstreams';
import { repliesSchema } from './replies-schema.ts';
import { contentProblems } from './reply-contents.ts';
import type { Replies, Reply } from './reply-rule.ts';
import { replyTurn } from './reply-turn.ts';
import { textTest } from './text-pattern.ts';

/** What problems with the whole are said about. */
const root = 'the set of replies';

/**
 * The value, if it is a set of canned replies in plain data. Nothing is clamped or left out.
 *
 * @throws InvalidScript with all problems, each with its place (`replies[0].on.call is 0, not integer ≥ 1`)
 */
export function checkReplies(value: unknown): Replies {
  const problems = findProblems(repliesSchema, value, root).map((problem) => problem.replace(`${root}.`, ''));
  if (problems.length > 0) throw new InvalidScript('set of replies', problems);
  const replies = value as Replies;
  const byId = Map.groupBy(replies.replies, ({ id }) => id);
  const deeper = replies.replies.flatMap((reply, index) => {
    const place = `replies[${index}]`;
    const repeats = reply.id !== undefined && (byId.get(reply.id)?.length ?? 0) > 1;
    return [
      ...(repeats ? [`${place}.id is ${reply.id}, which another reply has`] : []),
      ...contentProblems(reply, place),
      ...patternProblems(reply, `${place}.on`),
      ...faultProblems(reply, `${place}.fault`),
    ];
  });
  if (deeper.length > 0) throw new InvalidScript('set of replies', deeper);
  return replies;
}

function patternProblems({ on = {} }: Reply, place: string): readonly string[] {
  const headers = Object.entries(on.headers ?? {}).map(([name, pattern]) => [`headers.${name}`, pattern] as const);
  const patterns = [['model', on.model] as const, ['message', on.message] as const, ...headers];
  return patterns.flatMap(([name, pattern]) => {
    if (pattern === undefined) return [];
    if (typeof pattern !== 'string') return [`${place}.${name} is ${JSON.stringify(pattern)}, not string`];
    try {
      textTest(pattern, 'part');
      return [];
    } catch (error) {
      return [`${place}.${name} is no regular expression: ${(error as Error).message}`];
    }
  });
}

/** A fault after more tokens than the reply has would never act. */
function faultProblems(reply: Reply, place: string): readonly string[] {
  if (reply.fault === undefined) return [];
  try {
    checkUpstreamScript(script(replyTurn(reply)));
    return [];
  } catch (error) {
    if (!(error instanceof InvalidScript)) throw error;
    return error.problems.map((problem) => problem.replace(/^script\.turns\[0\]\.faults\[\d\]/, place));
  }
}
