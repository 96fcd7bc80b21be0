import { element, renderWhenChanged } from './elements.js';
import { hashOf } from './place.js';
import { emptyTexts, listRows } from './rows.js';

/** @import { Place, View } from './place.js' */
/** @import { Row } from './rows.js' */
/** @import { World } from './world.js' */

/**
 * Shows the lines of a view that have all words of the filter. A line that has not changed stays the element that it was, and the one with the focus keeps it.
 *
 * @param {{ readonly find: HTMLInputElement, readonly shown: HTMLElement, readonly rows: HTMLElement, readonly empty: HTMLElement }} page
 * @param {Place & { readonly view: Exclude<View, 'arrange'> }} place
 * @param {World} world
 */
export function renderList({ find, shown, rows, empty }, place, world) {
  const all = listRows(place.view, world);
  const words = find.value
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  const fitting = all.filter(({ from }) => {
    const text = JSON.stringify(from).toLowerCase();
    return words.every((word) => text.includes(word));
  });
  shown.textContent = words.length === 0 ? '' : `${fitting.length} of ${all.length}`;
  empty.hidden = all.length > 0;
  empty.textContent = emptyTexts[place.view];

  const present = [...rows.querySelectorAll('li')];
  const focused = present.find((line) => line.contains(document.activeElement))?.dataset.line;
  const lines = fitting.map((row) => {
    const name = `${place.account}/${place.view}/${row.item}`;
    const line = present.find(({ dataset }) => dataset.line === name) ?? element('li', { 'data-line': name });
    renderWhenChanged(line, [row.from, row.item === place.item], () => [lineLink(row, place)]);
    return line;
  });
  const isSame = lines.length === present.length && lines.every((line, index) => line === present[index]);
  if (!isSame) rows.replaceChildren(...lines);
  const link = lines.find(({ dataset }) => dataset.line === focused)?.querySelector('a');
  if (focused !== undefined && link !== document.activeElement) link?.focus({ preventScroll: true });
}

/**
 * @param {Row} row
 * @param {Place} place
 */
function lineLink({ item, cells }, place) {
  const isChosen = item === place.item;
  return element('a', { href: hashOf({ ...place, item }), 'aria-current': isChosen ? 'true' : undefined }, ...cells());
}
