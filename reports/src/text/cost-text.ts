import type { ResultDocument } from '@gateproof/harness';

/** What a run made providers do, in one line; undefined where no request was served. */
export function costText({ run }: ResultDocument): string | undefined {
  if (run.cost === undefined) return undefined;
  const { generations, reported, promptTokens, completionTokens } = run.cost;
  const number = (value: number) => value.toLocaleString('en-US');
  const tokens =
    reported === 0
      ? 'no reply reports its usage'
      : `tokens: ${number(promptTokens)} in, ${number(completionTokens)} out (usage of ${number(reported)} replies)`;
  return `${number(generations)} chats and jobs served; ${tokens}`;
}
