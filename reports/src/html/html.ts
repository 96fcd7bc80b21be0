import { createHash } from 'node:crypto';
import type { ResultDocument } from '@gateproof/harness';
import type { RenderOptions } from '../render-options.ts';
import { targetName } from '../text/target-name.ts';
import { h, verbatim } from './markup.ts';
import { pageBody } from './page-body.ts';
import { pageScript } from './page-script.ts';
import { pageStyle } from './page-style.ts';

/**
 * A run as one HTML page that needs nothing else: no network, no fonts, no files. Its content security policy lets nothing run but the script of this
 * module, so that no byte of the target can; everything that came from the target is escaped, and its control characters are spelled out.
 */
export function renderHtml(document: ResultDocument, { docsSite }: RenderOptions = {}): string {
  const policy = `default-src 'none'; style-src '${hashOf(pageStyle)}'; script-src '${hashOf(pageScript)}'; base-uri 'none'; form-action 'none'`;
  const page = h('html', { lang: 'en' }, [
    h('head', null, [
      h('meta', { charset: 'utf-8' }),
      h('meta', { 'http-equiv': 'Content-Security-Policy', content: policy }),
      h('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }),
      h('title', null, `Gateproof: ${targetName(document.target)}`),
      h('style', null, verbatim(pageStyle)),
    ]),
    h('body', null, [pageBody(document, docsSite), h('script', null, verbatim(pageScript))]),
  ]);
  return `<!doctype html>\n${page.text}\n`;
}

function hashOf(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}
