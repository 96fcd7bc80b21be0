import { cpSync, globSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { loadRules } from '@gateproof/spec';
import { build } from 'vitepress';
import { scriptOptions } from '../script-options.ts';
import { root } from '../source-files.ts';
import { rulePageRenderer } from './rule-page-html.ts';
import { siteConfig } from './site-config.ts';
import { stagedPages } from './staged-pages.ts';

/**
 * Builds the documentation site: `npm run docs` writes it to `docs-site/` of the repository, `--output FOLDER` elsewhere. Its pages are those of `docs/`
 * and what the contract's data make; nothing is fetched, and the site fetches nothing.
 */
const values = scriptOptions({ output: { type: 'string', default: join(root, 'docs-site') } });
const outDir = resolve(values.output);
// Inside the repository, where the builder finds its packages.
const staging = mkdtempSync(join(root, '.docs-site-'));
try {
  const srcDir = join(staging, 'pages');
  for (const { path, text } of stagedPages()) write(join(srcDir, path), text);
  for (const picture of globSync('docs/**/*.{svg,png}', { cwd: root })) {
    cpSync(join(root, picture), join(srcDir, 'public', picture.replace('docs/', '')));
  }
  // As data: what VitePress loads here it bundles without the workspace's condition for sources.
  const config = siteConfig({ srcDir, outDir, cacheDir: join(staging, 'cache') });
  write(join(staging, '.vitepress/config.mjs'), `export default ${JSON.stringify(config)};\n`);
  await build(staging);
  const render = await rulePageRenderer(outDir);
  for (const rule of loadRules()) write(join(outDir, 'rules', `${rule.id}.html`), render(rule));
} finally {
  rmSync(staging, { recursive: true, force: true });
}

function write(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}
