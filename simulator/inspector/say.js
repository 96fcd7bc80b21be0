import { element } from './elements.js';

/**
 * Reports what became of something that was done, until it is closed or something else is reported.
 *
 * @param {HTMLElement} place
 * @param {string} text
 * @param {'good' | 'bad'} tone
 * @param {readonly Node[]} buttons
 */
export function say(place, text, tone, buttons = []) {
  const onclick = () => place.replaceChildren();
  const close = element('button', { type: 'button', 'aria-label': 'Close', onclick }, '×');
  place.replaceChildren(element('p', { class: tone }, text), ...buttons, close);
}
