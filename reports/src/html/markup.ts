/** Markup that may stand in a page as it is: `h` and `verbatim` alone make it. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** What an element holds: texts are escaped, nothing is left out but null. */
export type Content = Html | string | null | readonly Content[];

/** Absent, false and undefined attributes are left out; true stands without a value. */
export type Attributes = Readonly<Record<string, string | number | boolean | undefined>>;

const voids: ReadonlySet<string> = new Set(['input', 'meta']);

/** An element of HTML or SVG. Names of elements and attributes are those of this program, never of data. */
export function h(name: string, attributes: Attributes | null, ...content: readonly Content[]): Html {
  const open = `<${name}${attributes === null ? '' : attributesText(attributes)}>`;
  return new Html(voids.has(name) ? open : `${open}${contentText(content)}</${name}>`);
}

/** Text of this program that is a script, a style or markup already. */
export function verbatim(text: string): Html {
  return new Html(text);
}

function attributesText(attributes: Attributes): string {
  let text = '';
  for (const name in attributes) {
    const value = attributes[name];
    if (value === undefined || value === false) continue;
    text += value === true ? ` ${name}` : ` ${name}="${escaped(String(value))}"`;
  }
  return text;
}

function contentText(content: Content): string {
  if (typeof content === 'string') return escaped(content);
  if (content === null) return '';
  if (content instanceof Html) return content.text;
  let text = '';
  for (const one of content) text += contentText(one);
  return text;
}

const special = /[&<>"]/;
const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function escaped(text: string): string {
  return special.test(text) ? text.replace(/[&<>"]/g, (character) => entities[character] ?? '') : text;
}
