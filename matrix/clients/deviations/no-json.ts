import type { BadClient, ClientChanges, JsonObject } from '../client-behaviour.ts';
import { referenceClient as right } from '../reference-client.ts';

/** What is taken for a text that is no JSON. */
const read = (instead: (text: string) => unknown): ClientChanges => ({
  parse: (text) => {
    try {
      return right.parse(text);
    } catch {
      return instead(text);
    }
  },
});
const onlyWhen = (pattern: RegExp): ClientChanges =>
  read((text) => {
    if (!pattern.test(text)) throw new SyntaxError('no JSON');
    return {};
  });

/** Closes what a text leaves open, as parsers of partial JSON do. */
function closed(text: string): unknown {
  const open: string[] = [];
  let isInText = false;
  for (const [mark] of text.matchAll(/\\.|["[\]{}]/g)) {
    if (mark === '"') isInText = !isInText;
    else if (isInText || mark.startsWith('\\')) continue;
    else if (mark === '{' || mark === '[') open.push(mark === '{' ? '}' : ']');
    else open.pop();
  }
  const ends = open.toReversed().join('');
  const tries = isInText ? [`"${ends}`, `":null${ends}`] : [ends, `null${ends}`, `:null${ends}`];
  for (const end of tries) {
    try {
      return JSON.parse(text.replace(/,\s*$/, '') + end);
    } catch {}
  }
  return {};
}

/** Clients that report a success of an answer that they could not read. */
export const noJsonDeviations: readonly BadClient[] = [
  { id: 'client.answer.no-json', changes: read(() => ({}) satisfies JsonObject) },
  { id: 'client.answer.no-json:nothing', changes: onlyWhen(/^$/) },
  { id: 'client.answer.no-json:page', changes: onlyWhen(/^</) },
  { id: 'client.answer.no-json:completed', changes: read(closed) },
];
