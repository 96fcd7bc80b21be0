import type { CassetteEvent, CassetteResponse } from '@gateproof/spec';

/** A body in pieces, each so many ms after the one before. */
export interface PlayedPiece {
  readonly afterMs: number;
  readonly bytes: Buffer;
}

/** The bytes of a recorded answer: an event is a piece of its own, any other body is one. */
export function piecesOfResponse({ json, text, base64, events }: CassetteResponse): readonly PlayedPiece[] {
  if (events !== undefined) {
    return events.map((event) => ({ afterMs: event.afterMs ?? 0, bytes: Buffer.from(eventText(event)) }));
  }
  if (base64 !== undefined) return [{ afterMs: 0, bytes: Buffer.from(base64, 'base64') }];
  const body = json === undefined ? text : JSON.stringify(json);
  return body === undefined || body === '' ? [] : [{ afterMs: 0, bytes: Buffer.from(body) }];
}

function eventText({ event, id, json, data, comment }: CassetteEvent): string {
  if (comment !== undefined) return `: ${comment}\n\n`;
  const content = json === undefined ? (data ?? '') : JSON.stringify(json);
  const lines = content.split('\n').map((line) => `data: ${line}`);
  return [
    ...(event === undefined ? [] : [`event: ${event}`]),
    ...(id === undefined ? [] : [`id: ${id}`]),
    ...lines,
    '\n',
  ].join('\n');
}
