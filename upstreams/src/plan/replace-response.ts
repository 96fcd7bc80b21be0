import type { JsonObject } from '../json.ts';
import type { DraftBody, ResponseDraft, ResponseHeader } from './response-draft.ts';

export interface Replacement {
  readonly status: number;
  /** An object is sent as JSON, text as it stands. */
  readonly body: JsonObject | string;
  /** Default: that of JSON or of plain text. */
  readonly contentType?: string;
  readonly headers?: readonly ResponseHeader[];
}

/** A response of its own in place of the drafted one. What earlier faults did to head and body is gone; waits before the head stay. */
export function replaceResponse(draft: ResponseDraft, mark: number, replacement: Replacement): ResponseDraft {
  const { status, body } = replacement;
  const isText = typeof body === 'string';
  const contentType = replacement.contentType ?? (isText ? 'text/plain; charset=utf-8' : 'application/json');
  const newBody: DraftBody = isText ? { kind: 'text', text: body } : { kind: 'json', value: body };
  return {
    connection: 'serve',
    holds: draft.holds,
    marks: [mark],
    status,
    headers: [['content-type', contentType], ...(replacement.headers ?? [])],
    body: newBody,
    ending: { how: 'end' },
    wire: draft.wire,
  };
}
