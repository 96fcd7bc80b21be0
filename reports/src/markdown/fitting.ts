/** What a line about what is left out and the line feeds may take. */
const reserve = 100;

/** The first texts that take fewer than `room` characters together; where some are left out, a last one says how many. */
export function fitting(texts: readonly string[], room: number, leftOut: (count: number) => string): string[] {
  let free = room - reserve;
  const end = texts.findIndex((text) => {
    free -= text.length + 2;
    return free < 0;
  });
  return end === -1 ? [...texts] : [...texts.slice(0, end), leftOut(texts.length - end)];
}
