import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../source-files.ts';
import type { Snippet } from './read-snippets.ts';

/** A snippet in TypeScript as a file that can be compiled and imported. */
export interface SnippetModule {
  readonly snippet: Snippet;
  /** Path of the file. A part exports `run`, which takes its surroundings. */
  readonly path: string;
}

/** Where the modules are written: within the workspace, so that its packages are found, and in a folder that git and the walls ignore. */
export const modulesFolder = join(root, 'repository/snippets/dist');

/** Without the condition `@gateproof/source`: a snippet is compiled against the types in `dist/`, as a user's project is. */
const configuration = {
  extends: '../../../tsconfig.base.json',
  compilerOptions: {
    noEmit: true,
    composite: false,
    declaration: false,
    noUnusedLocals: false,
    noUnusedParameters: false,
    allowImportingTsExtensions: true,
  },
  include: ['*.ts'],
};

/** Writes the snippets as modules of one program, with `url` in the place of the address that the pages show. */
export function writeModules(snippets: readonly Snippet[], url: string): readonly SnippetModule[] {
  rmSync(modulesFolder, { recursive: true, force: true });
  mkdirSync(modulesFolder, { recursive: true });
  writeFileSync(join(modulesFolder, 'tsconfig.json'), JSON.stringify(configuration));
  return snippets.map((snippet) => {
    const path = join(modulesFolder, `${snippet.page.replace(/\.md$/, '').replaceAll('/', '-')}-${snippet.line}.ts`);
    const text = snippet.text.replaceAll('http://127.0.0.1:8080', url);
    writeFileSync(path, snippet.isPart ? partModule(text) : `${text}export {};\n`);
    return { snippet, path };
  });
}

/** A block of its own within the function, so that a part may give one of these names to something that it makes. */
function partModule(text: string): string {
  const imports = /^import .*;\n/gm;
  return `import type { Surroundings } from '../surroundings.fixture.ts';
${text.match(imports)?.join('') ?? ''}
export async function run({ simulator, account, client, request, readStream, cancelButton, expect }: Surroundings) {
  {
${text.replace(imports, '')}
  }
}
`;
}
