/** True where a kind of requests is the general one with more words. */
export function isBelow(kind: string, general: string): boolean {
  return kind.startsWith(`${general} `) || kind.startsWith(`${general},`);
}
