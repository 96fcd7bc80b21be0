import { InvalidScript } from '@gateproof/simulator';
import { isNode } from 'yaml';
import { openYaml, type YamlFile } from '../open-yaml.ts';
import { UsageError } from '../usage-error.ts';

/**
 * Reads a YAML or JSON file that `check` accepts; `noun` is the word for such a file (`replies file`). Throws `UsageError` with a line for each mistake:
 * file, line, column and what was expected.
 */
export function readScript<T>(path: string, noun: string, check: (value: unknown) => T): T {
  const file = openYaml(path, noun);
  try {
    return check(file.value);
  } catch (error) {
    if (!(error instanceof InvalidScript)) throw error;
    const lines = error.problems.map((problem) => `${file.at(offsetOf(file, problem))}: ${problem}`);
    const more = lines.length > 1 ? ` (and ${lines.length - 1} more)` : '';
    throw new UsageError(`${lines[0]}${more}`, lines);
  }
}

/** Where the problem's place (`replies[0].on.call`) stands in the file, or the innermost part of it that is there. */
function offsetOf({ document }: YamlFile, problem: string): number | undefined {
  const [place = ''] = problem.split(' ', 1);
  const keys = place.match(/[^.[\]]+/g) ?? [];
  for (let length = keys.length; length > 0; length -= 1) {
    const node = document.getIn(keys.slice(0, length), true);
    if (isNode(node)) return node.range?.[0];
  }
  return document.contents?.range?.[0];
}
