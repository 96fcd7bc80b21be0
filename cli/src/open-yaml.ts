import { type Document, isNode, isScalar, LineCounter, parseDocument, visit } from 'yaml';
import { readTextFile } from './read-text-file.ts';
import { UsageError } from './usage-error.ts';

/** A YAML file that has been read. */
export interface YamlFile {
  readonly document: Document;
  readonly value: unknown;
  /** The place of an offset as `file:line:column`; the file where there is none. */
  at(offset: number | undefined): string;
}

/** Reads a YAML (or JSON) file. `noun` is the word for such a file: `profile`. Throws `UsageError` that names file, line and column where it is none. */
export function openYaml(path: string, noun: string): YamlFile {
  const lines = new LineCounter();
  // The parser would compare each key with each, which takes minutes where there are many.
  const options = { lineCounter: lines, prettyErrors: false, uniqueKeys: false };
  const document = parseDocument(readTextFile(path, noun), options);
  const at = (offset: number | undefined) => {
    if (offset === undefined) return path;
    const { line, col } = lines.linePos(offset);
    return `${path}:${line}:${col}`;
  };
  const [broken] = document.errors;
  if (broken?.code === 'RESOURCE_EXHAUSTION') throw new UsageError(`${at(broken.pos[0])}: ${tooDeep(noun)}`);
  if (broken !== undefined) throw new UsageError(`${at(broken.pos[0])}: not YAML: ${broken.message}`);
  const value = plainValue(document, noun, at);
  const repeated = repeatedKey(document);
  if (repeated !== undefined) throw new UsageError(`${at(repeated)}: not YAML: Map keys must be unique`);
  return { document, value, at };
}

/** Where a key stands that its map has already. */
function repeatedKey(document: Document): number | undefined {
  let offset: number | undefined;
  visit(document, {
    Map(_key, { items }) {
      const seen = new Set<unknown>();
      for (const { key } of items) {
        const name = isScalar(key) ? key.value : key;
        if (seen.has(name) && isNode(key)) offset ??= key.range?.[0];
        seen.add(name);
      }
    },
  });
  return offset;
}

const tooDeep = (noun: string) => `the ${noun} is nested too deeply; no ${noun} needs more than ten levels`;

/** The document as plain values. Throws `UsageError` for an alias that nothing bears, for too many of them, and for values nested too deeply. */
function plainValue(document: Document, noun: string, at: (offset: number | undefined) => string): unknown {
  let dangling: number | undefined;
  try {
    visit(document, {
      Alias(_key, node) {
        if (node.resolve(document) === undefined) dangling ??= node.range?.[0];
      },
    });
    return document.toJS();
  } catch (error) {
    if (error instanceof RangeError) throw new UsageError(`${at(0)}: ${tooDeep(noun)}`);
    throw new UsageError(`${at(dangling ?? 0)}: not YAML: ${(error as Error).message}`);
  }
}
