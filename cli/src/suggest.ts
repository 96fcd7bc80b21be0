import { distance } from 'fastest-levenshtein';

const maxSuggestions = 3;

/** The known names that are nearest to a mistyped one, nearest first; none when nothing is near. */
export function nearest(name: string, known: readonly string[]): string[] {
  const limit = Math.max(2, Math.floor(name.length * 0.4));
  return known
    .map((candidate) => ({ candidate, away: awayFrom(name, candidate) }))
    .filter(({ away }) => away <= limit)
    .sort((a, b) => a.away - b.away || a.candidate.localeCompare(b.candidate))
    .slice(0, maxSuggestions)
    .map(({ candidate }) => candidate);
}

/** A name that contains what was typed counts as near whatever its length. */
function awayFrom(name: string, candidate: string): number {
  if (name.length >= 4 && candidate.includes(name)) return 1;
  return distance(name.toLowerCase(), candidate.toLowerCase());
}

/** ` Did you mean a or b?`, or nothing; to be put behind a message. */
export function suggestion(name: string, known: readonly string[]): string {
  const found = nearest(name, known);
  return found.length === 0 ? '' : ` Did you mean ${found.join(' or ')}?`;
}
