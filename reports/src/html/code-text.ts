import { visibleText } from '../text/visible-text.ts';
import { type Content, h } from './markup.ts';

/** A sentence whose words between backticks are code. */
export function codeText(text: string): Content {
  return visibleText(text)
    .split(/`([^`]+)`/)
    .map((part, place) => (place % 2 === 0 ? part : h('code', null, part)));
}
