import { h } from '../html/markup.ts';
import type { Badge } from './badges.ts';

const height = 20;
const padding = 6;
/** Of one character at 11 px, on average; `textLength` fits the text to it in every font. */
const characterWidth = 6.6;

/** A badge as an SVG image of its own, with its text for screen readers. */
export function badgeSvg({ label, message, colour }: Badge): string {
  const left = widthOf(label);
  const width = left + widthOf(message);
  const image = h('svg', { xmlns: 'http://www.w3.org/2000/svg', width, height, role: 'img' }, [
    h('title', null, `${label}: ${message}`),
    h('rect', { width: left, height, fill: '#3c4043' }),
    h('rect', { x: left, width: width - left, height, fill: `#${colour}` }),
    h('g', { fill: '#ffffff', 'font-family': 'Verdana,DejaVu Sans,sans-serif', 'font-size': 11 }, [
      words(label, padding),
      words(message, left + padding),
    ]),
  ]);
  return `${image.text}\n`;
}

/** A badge for shields.io to draw: https://shields.io/badges/endpoint-badge. */
export function endpointJson({ label, message, colour }: Badge): string {
  return `${JSON.stringify({ schemaVersion: 1, label, message, color: colour })}\n`;
}

function widthOf(text: string): number {
  return Math.ceil(text.length * characterWidth) + 2 * padding;
}

function words(text: string, x: number) {
  return h('text', { x, y: 14, textLength: widthOf(text) - 2 * padding }, text);
}
