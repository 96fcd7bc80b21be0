const unprintable = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;

/**
 * A text as it is shown: characters that could hide or re-order others are spelled out; line feeds and tabs stay.
 *
 * @param {string} text
 */
export function visibleText(text) {
  return text.replace(unprintable, (character) => {
    if (character === '\n' || character === '\t') return character;
    return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
  });
}

/** @typedef {Node | string | null | undefined} Child */
/** @typedef {string | number | boolean | undefined | ((event: Event) => void)} Attribute */

/**
 * An element. Texts become text, never markup; an attribute whose name begins with `on` is a listener, `false` and `undefined` leave one out.
 *
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Readonly<Record<string, Attribute>>} attributes
 * @param {readonly Child[]} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') made.addEventListener(name.slice('on'.length), value);
    else if (value !== undefined && value !== false) made.setAttribute(name, value === true ? '' : String(value));
  }
  for (const child of children) {
    if (child !== null && child !== undefined) made.append(typeof child === 'string' ? visibleText(child) : child);
  }
  return made;
}

/**
 * Puts content in place of an element's, unless it would be the same again: what a person selects or has focused stays.
 *
 * @param {HTMLElement} place
 * @param {unknown} what it is made from
 * @param {() => readonly Node[]} make
 */
export function renderWhenChanged(place, what, make) {
  const key = JSON.stringify(what);
  if (place.dataset.madeFrom === key) return;
  place.dataset.madeFrom = key;
  place.replaceChildren(...make());
}

/**
 * The element with this id of the page. Throws `TypeError` where it is of another kind.
 *
 * @template {HTMLElement} Kind
 * @param {string} id
 * @param {new () => Kind} kind
 * @returns {Kind}
 */
export function byId(id, kind) {
  const found = document.getElementById(id);
  if (!(found instanceof kind)) throw new TypeError(`The page has no ${kind.name} with the id ${id}`);
  return found;
}
