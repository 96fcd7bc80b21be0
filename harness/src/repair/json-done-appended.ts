import { jsonOf } from '../exchange/json-of.ts';
import { jsonAnswers } from './answer-kinds.ts';
import type { Repair } from './repair.ts';
import { withEdits } from './rewrite.ts';

const appended = /\s*(?:data:\s*)?\[DONE\]\s*$/;

/** JSON answers with the end of a stream behind them. */
export const jsonDoneAppended: Repair = {
  id: 'json-done-appended',
  sentence: 'JSON answers have `[DONE]` behind them, as if they were streams.',
  states: ['chat.response.json'],
  concerns: jsonAnswers,
  mend(exchange) {
    const { response, endedAtMs } = exchange;
    if (jsonOf(exchange).ok) return undefined;
    const text = Buffer.from(response.body).toString();
    const found = appended.exec(text);
    if (!text.trimStart().startsWith('{') || found === null) return undefined;
    const start = Buffer.byteLength(text.slice(0, found.index));
    const mended = withEdits(response, [
      { start, end: response.body.length, bytes: new Uint8Array(), atMs: endedAtMs },
    ]);
    return jsonOf({ ...exchange, response: mended }).ok ? mended : undefined;
  },
};
