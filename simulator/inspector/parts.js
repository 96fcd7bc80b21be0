import { element, visibleText } from './elements.js';

/** @typedef {'good' | 'warn' | 'bad' | 'live' | 'plain'} Tone */

/**
 * A word with a colour that means what the word says.
 *
 * @param {string} text
 * @param {Tone} tone
 */
export function pill(text, tone) {
  return element('span', { class: `pill ${tone}` }, text);
}

/**
 * The time of day of a moment, in UTC, as the account's clock has it.
 *
 * @param {string | number} moment ISO text, or ms since the epoch
 */
export function timeOf(moment) {
  const iso = new Date(moment).toISOString();
  return element('time', { datetime: iso, title: iso }, iso.slice(11, 23));
}

/**
 * Names with their values; those without a value are left out.
 *
 * @param {readonly (readonly [string, import('./elements.js').Child])[]} pairs
 */
export function facts(pairs) {
  const shown = pairs.filter(([, value]) => value !== null && value !== undefined && value !== '');
  return element('dl', {}, ...shown.flatMap(([name, value]) => [element('dt', {}, name), element('dd', {}, value)]));
}

/**
 * A folded or open part with a title.
 *
 * @param {string} title
 * @param {boolean} isOpen
 * @param {readonly import('./elements.js').Child[]} content
 */
export function part(title, isOpen, ...content) {
  return element('details', { open: isOpen }, element('summary', {}, title), ...content);
}

/**
 * JSON or text as it came, with room for its lines.
 *
 * @param {unknown} value
 */
export function code(value) {
  return element('pre', { tabindex: 0 }, typeof value === 'string' ? value : JSON.stringify(value, null, 2));
}

/**
 * A button that puts a text on the clipboard; where the browser refuses that, it shows the text, selected.
 *
 * @param {string} name
 * @param {() => string} text
 */
export function copyButton(name, text) {
  const button = element('button', { type: 'button', class: 'copy', onclick: copy }, name);
  return button;

  async function copy() {
    try {
      await navigator.clipboard.writeText(text());
      button.textContent = 'Copied';
    } catch {
      const shown = element('textarea', { 'aria-label': name, readonly: true, rows: 8 });
      shown.value = visibleText(text());
      button.after(shown);
      shown.select();
    }
  }
}
