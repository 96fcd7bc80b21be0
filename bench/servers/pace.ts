/** When the events of a stream are written: all together, each token by itself, or the first token alone while the stream stays open. */
export type Pace = 'together' | 'each' | 'held';

/** How many tokens a stream has that are written by themselves, and how fast they come. */
export const pacedTokens = 20;
export const tokensPerSecond = 1000;

/** A stream's events as they are written token by token: the first one with what precedes it, the last one with what follows it. */
export function tokenPieces(events: readonly string[]): readonly string[] {
  const isToken = (event: string | undefined) => event !== undefined && /"content":"[^"]/.test(event);
  const pieces: string[] = [];
  let piece = '';
  for (const [place, event] of events.entries()) {
    piece += event;
    if (!isToken(event) || !isToken(events[place + 1])) continue;
    pieces.push(piece);
    piece = '';
  }
  return [...pieces, piece];
}
