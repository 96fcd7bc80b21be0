import { docsSitePath } from '@gateproof/spec';
import { type DefaultTheme, defineConfig, type UserConfig } from 'vitepress';

const page = (text: string, link: string) => ({ text, link: `/${link}` });

const sidebar: DefaultTheme.SidebarItem[] = [
  {
    text: 'Judge a gateway',
    items: [
      page('Getting started', 'getting-started'),
      page('Reading a report', 'reading-a-report'),
      page('Profiles', 'profile'),
      page('Profile reference', 'profile-reference'),
      page('What each step unlocks', 'unlocking-rules'),
      page('Hard targets', 'hard-targets'),
    ],
  },
  {
    text: 'In a pipeline',
    items: [
      page('In a pipeline', 'pipeline'),
      page('Baseline', 'baseline'),
      page('Shards', 'shards'),
      page('Rule sets', 'rule-sets'),
      page('Rules as Vitest tests', 'vitest'),
    ],
  },
  {
    text: 'Build a client SDK',
    items: [
      page('For SDK authors', 'for-sdk-authors'),
      page('The inspector', 'inspector'),
      page('Canned replies', 'canned-replies'),
      page('Cassettes', 'cassettes'),
      page('Tests in Python', 'python'),
      page('Tests in Go', 'go'),
      page('Driver protocol', 'driver-protocol'),
      page('Judging live traffic', 'proxy'),
      page('State in a file', 'data-file'),
      page('Several simulators on one database', 'scaling'),
      page('What real SDKs do', 'real-sdks'),
    ],
  },
  { text: 'Build a webhook receiver', items: [page('Judging receivers', 'judging-receivers')] },
  {
    text: 'The contract',
    items: [
      page('All rules', 'contract'),
      page('API of a gateway', 'openapi'),
      page('Testbed protocol', 'testbed-protocol'),
      page('API of a testbed', 'testbed-openapi'),
      page('Glossary', 'glossary'),
    ],
  },
  {
    text: 'What it is worth',
    items: [
      page('Third-party gateways', 'third-party-gateways'),
      page('A peer gateway judged', 'peer-gateway'),
      page('Kill matrix', 'kill-matrix'),
      page('Mutation score', 'mutation-score'),
      page('Benchmarks', 'benchmarks'),
      page('Endurance', 'endurance'),
    ],
  },
  {
    text: 'The project',
    items: [
      page('Architecture', 'architecture'),
      page('Contributing', 'contributing'),
      page('Security', 'security'),
      page('Changes', 'changelog'),
    ],
  },
];

/** The pages that the side of the site lists. */
export const listedPages: readonly string[] = sidebar.flatMap(({ items = [] }) => items.map(({ link = '' }) => link));

/** Where the theme falls short of WCAG: the contrast of its button and of the languages of code, and a search button whose visible text is not its name. */
const accessible =
  'html:not(.dark){--vp-button-brand-bg:var(--vp-c-brand-1)}html:root{--vp-code-lang-color:var(--vp-c-text-1)}.DocSearch-Button .DocSearch-Button-Keys{display:none}';

/** What the site looks like. It asks no other host for anything: fonts, search and scripts are its own. */
export function siteConfig(folders: {
  readonly srcDir: string;
  readonly outDir: string;
  readonly cacheDir: string;
}): UserConfig {
  return defineConfig({
    ...folders,
    title: 'Gateproof',
    description: 'A conformance suite and reference simulator for inference gateways',
    base: docsSitePath,
    lang: 'en',
    metaChunk: true,
    head: [
      ['link', { rel: 'icon', href: 'data:,' }],
      ['style', {}, accessible],
    ],
    markdown: {
      html: false,
      attrs: { allowedAttributes: ['target'] },
      // The usual themes of code fall short of the contrast that WCAG asks for.
      theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
    },
    themeConfig: {
      sidebar,
      nav: [page('Start', 'getting-started'), page('Rules', 'contract'), page('API', 'openapi')],
      search: { provider: 'local' },
      outline: [2, 3],
      docFooter: { prev: false, next: false },
    },
  });
}
