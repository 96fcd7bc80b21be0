import { visibleText } from '../text/visible-text.ts';
import { type Html, h } from './markup.ts';

/** A command behind its name, with a button that copies it. */
export function command(name: string, text: string): Html {
  return h('div', { class: 'command' }, [
    h('span', null, name),
    h('pre', { tabindex: 0 }, visibleText(text)),
    h('button', { type: 'button', class: 'copy' }, 'Copy'),
  ]);
}
