import { globSync } from 'node:fs';
import type { Rule } from '@gateproof/spec';
import { createMarkdownRenderer } from 'vitepress';
import { rulePage } from './rule-page.ts';

/**
 * Renders the pages of rules in the style of the site that was built into `outDir`. They stand beside the site's own pages and need no script: as pages of
 * VitePress they would take most of the time of a build, each as a component of its own.
 */
export async function rulePageRenderer(outDir: string): Promise<(rule: Rule) => string> {
  const [style] = globSync('assets/style.*.css', { cwd: outDir });
  if (style === undefined) throw new Error(`expected a style sheet in ${outDir}/assets; build the site first`);
  const markdown = await createMarkdownRenderer(outDir, { html: false, attrs: { disable: true } });
  // Without highlighting, which would take a minute for all examples.
  markdown.renderer.rules.fence = (tokens, index) => {
    const code = markdown.utils.escapeHtml(tokens[index]?.content ?? '');
    return `<div class="language-http"><pre tabindex="0"><code>${code}</code></pre></div>`;
  };
  return (rule) => htmlOf(rule.id, style, markdown.render(rulePage(rule)));
}

function htmlOf(title: string, style: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} | Gateproof</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="../${style}">
<style>${layout}</style>
<script>${chosenAppearance}</script>
</head>
<body>
<header><a href="../index.html">Gateproof</a><nav><a href="../getting-started.html">Start</a><a href="../contract.html">All rules</a><a href="../glossary.html">Glossary</a></nav></header>
<main class="vp-doc">
${body}
</main>
</body>
</html>
`;
}

const layout = [
  'header{display:flex;flex-wrap:wrap;justify-content:space-between;gap:8px 24px;border-bottom:1px solid var(--vp-c-divider);font-weight:600}',
  'header nav{display:flex;gap:20px;font-weight:500}',
  'header,main{max-width:960px;margin:0 auto;padding:16px 24px}',
  'main h1{overflow-wrap:anywhere}',
  'main pre code{display:block;padding:0 24px;white-space:pre-wrap;overflow-wrap:anywhere}',
  'main td:last-child{overflow-wrap:anywhere}',
].join('');

/** Light or dark as the reader chose on the pages of VitePress, which keep the choice under this name. */
const chosenAppearance =
  "let chosen='auto';try{chosen=localStorage.getItem('vitepress-theme-appearance')||chosen}catch{}" +
  "if(chosen==='dark'||(chosen==='auto'&&matchMedia('(prefers-color-scheme: dark)').matches))document.documentElement.classList.add('dark')";
