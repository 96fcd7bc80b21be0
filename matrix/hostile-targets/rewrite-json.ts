/** The same JSON value with blanks after commas and colons, and everything that is not ASCII escaped. */
export function spacedAscii(text: string): string {
  return spaced(text).replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** The same JSON value over many lines, with tabs, slashes escaped. */
export function indented(text: string): string {
  return JSON.stringify(JSON.parse(text), null, '\t').replaceAll('/', '\\/');
}

/** Blanks after commas and colons that stand outside of strings. */
function spaced(text: string): string {
  return text.replace(/"(?:[^"\\]|\\.)*"|[,:]/g, (token) => (token === ',' || token === ':' ? `${token} ` : token));
}
