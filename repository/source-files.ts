import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync } from 'vite';

export const root = resolve(dirname(fileURLToPath(import.meta.url)), '..');

/** The packages of the house, lowest first. */
export const packages = [
  'spec',
  'upstreams',
  'simulator',
  'deviations',
  'harness',
  'suites',
  'reports',
  'cli',
] as const;
/** Folders beside the packages: proofs and measurements. Nothing imports them. */
export const proofs = ['matrix', 'bench', 'repository'] as const;
export type PlaceName = (typeof packages | typeof proofs)[number];

/** A TypeScript file below a package's `src` or in a folder of proofs, with what it imports and how long its functions are. */
export interface SourceFile {
  /** Path from the root, with forward slashes. */
  readonly path: string;
  /** The package or folder of proofs that it belongs to. */
  readonly place: PlaceName;
  readonly isTest: boolean;
  readonly text: string;
  readonly lineCount: number;
  /** Module specifiers of all imports and re-exports, type-only ones included. */
  readonly imports: readonly string[];
  /** Module specifiers of `import()`. */
  readonly lazyImports: readonly string[];
  readonly functions: readonly { readonly line: number; readonly lineCount: number }[];
}

function walk(directory: string): string[] {
  return readdirSync(directory).flatMap((name) => {
    const path = join(directory, name);
    if (name === 'dist' || name === 'node_modules') return [];
    return statSync(path).isDirectory() ? walk(path) : [path];
  });
}

function read(path: string, place: PlaceName): SourceFile {
  const text = readFileSync(path, 'utf8');
  const { program, module } = parseSync(path, text, { lang: 'ts' });
  const lineAt = (offset: number) => text.slice(0, offset).split('\n').length;
  const functions: { line: number; lineCount: number }[] = [];
  visit(program, (node) => {
    if (!/^(FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/.test(node.type)) return;
    const line = lineAt(node.start);
    functions.push({ line, lineCount: lineAt(node.end) - line + 1 });
  });
  return {
    path: relative(root, path).split(sep).join('/'),
    place,
    isTest: /\.(test|slow|fixture|contract)\.ts$/.test(path),
    text,
    lineCount: text.split('\n').length - 1,
    imports: [
      ...module.staticImports.map(({ moduleRequest }) => moduleRequest.value),
      ...module.staticExports.flatMap(({ entries }) => entries.flatMap((entry) => entry.moduleRequest?.value ?? [])),
    ],
    lazyImports: module.dynamicImports
      .map(({ moduleRequest: { start, end } }) => text.slice(start, end))
      .flatMap((argument) => /^'(.*)'$/.exec(argument)?.[1] ?? []),
    functions,
  };
}

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
}

function visit(value: unknown, look: (node: Node) => void): void {
  if (Array.isArray(value)) for (const item of value) visit(item, look);
  else if (typeof value === 'object' && value !== null) {
    if ('type' in value && 'start' in value && 'end' in value) look(value as Node);
    for (const child of Object.values(value)) visit(child, look);
  }
}

let memo: readonly SourceFile[] | undefined;

/** All TypeScript files of all packages and proofs. */
export function sourceFiles(): readonly SourceFile[] {
  memo ??= [
    ...packages.map((place) => [place, join(root, place, 'src')] as const),
    ...proofs.map((place) => [place, join(root, place)] as const),
  ].flatMap(([place, folder]) =>
    walk(folder)
      .filter((path) => path.endsWith('.ts') && !path.endsWith('.d.ts'))
      .map((path) => read(path, place)),
  );
  return memo;
}
