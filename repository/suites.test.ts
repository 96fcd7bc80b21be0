import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { inputText } from '@gateproof/harness';
import { loadRules } from '@gateproof/spec';
import { clientSuite, gatewaySuite, receiverSuite } from '@gateproof/suites';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { root, sourceFiles } from './source-files.ts';

const sources = join(root, 'suites/src');
const areas = readdirSync(join(sources, 'gateway'), { withFileTypes: true }).flatMap((entry) =>
  entry.isDirectory() ? [`gateway/${entry.name}`] : [],
);
/** Files beside the groups of rules: a suite, and what judges traffic by the rules of several groups. */
const besides = ['groups.ts', 'suite.ts', 'traffic.ts'];
const files = [...areas, 'client', 'receiver'].flatMap((folder) =>
  readdirSync(join(sources, folder))
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts') && !besides.includes(name))
    .map((name) => ({ folder, name: basename(name, '.ts'), path: join(sources, folder, name) })),
);
const rules = new Map(loadRules().map((rule) => [rule.id, rule]));
const decided = [...gatewaySuite.checks.map(({ rule }) => rule), ...gatewaySuite.standing.flatMap((one) => one.rules)];

/** The modules of a folder or file, loaded from the sources. */
const load = (path: string): Promise<Readonly<Record<string, unknown>>> => import(pathToFileURL(path).href);

/** The ids of the rules that a group decides. */
function rulesOf(group: unknown): readonly string[] {
  return [group].flat().flatMap((check) => {
    if (typeof check !== 'object' || check === null)
      throw new Error('a file of a group exports something that is no check');
    return 'rule' in check ? [String(check.rule)] : (check as { rules: readonly string[] }).rules;
  });
}

/** A number, yes or no, an object or an array, as JSON writes it: it says nothing by itself. */
function isJsonValue(text: string): boolean {
  try {
    return typeof JSON.parse(text) !== 'string';
  } catch {
    return text === '';
  }
}

describe('suites', () => {
  it('names each file after the rules that it decides: the beginning of their ids, or their end', async () => {
    const strangers = await Promise.all(
      files.map(async ({ folder, name, path }) => {
        const [group = ''] = name.split('.');
        const begins = (id: string, beginning: string) =>
          id === beginning || id.startsWith(`${beginning}.`) || id.startsWith(`${beginning}-`);
        const area = basename(folder);
        const ids = rulesOf((await load(path)).default);
        const foreign = ids.filter((id) => !begins(id, `${area}.${group}`) && !id.endsWith(`.${name}`));
        const isNamed = ids.some((id) => begins(id, `${area}.${name}`) || id.endsWith(`.${name}`));
        return isNamed ? foreign : [...foreign, `none of ${area}.${name}`];
      }),
    );
    expect(strangers.flat()).toEqual([]);
  });

  it('divides a group that is too long for one file by longer beginnings', () => {
    const parts = files.filter(({ name }) => name.includes('.'));
    const orphans = parts.filter(
      ({ folder, name }) => !files.some((file) => file.folder === folder && name.startsWith(`${file.name}.`)),
    );
    expect(orphans.map(({ path }) => path)).toEqual([]);
  });

  it('describes each case of a check in words', () => {
    const wordless = [gatewaySuite, clientSuite, receiverSuite].flatMap(({ checks }) =>
      checks.flatMap((check) => {
        const cases = [...(check.examples ?? []), ...fc.sample(check.input, { numRuns: 3, seed: 1 })];
        const texts = cases.map((input) => inputText(check, input)).filter(isJsonValue);
        return texts.length === 0 ? [] : [`${check.rule}: ${texts[0]}`];
      }),
    );
    expect(wordless).toEqual([]);
  });

  it('names as prerequisites and in controls only rules that exist', () => {
    const texts = sourceFiles().flatMap((file) => (file.place === 'suites' ? [file.text] : []));
    const named = texts.flatMap((text) =>
      [...text.matchAll(/'([a-z]+(?:\.[a-z0-9-]+){2,})'/g)].map(([, id]) => id ?? ''),
    );
    const ofAreas = named.filter((id) => areas.includes(`gateway/${id.split('.')[0]}`));
    const unknown = ofAreas.filter((id) => !rules.has(id) && !id.startsWith('chat.completion.'));
    expect(ofAreas.length).toBeGreaterThan(100);
    expect(unknown).toEqual([]);
  });

  it('decides each rule in one place, and only rules that exist, by their kind', () => {
    expect(decided.filter((id, index) => decided.indexOf(id) !== index)).toEqual([]);
    expect(decided.filter((id) => !rules.has(id))).toEqual([]);
    const all = [gatewaySuite, clientSuite, receiverSuite];
    const wrong = [
      ...all
        .flatMap(({ checks }) => checks)
        .filter(({ rule }) => rules.get(rule)?.kind !== 'active')
        .map(({ rule }) => rule),
      ...all
        .flatMap(({ standing }) => standing.flatMap((one) => one.rules))
        .filter((id) => rules.get(id)?.kind !== 'standing'),
    ];
    expect(wrong).toEqual([]);
  });
});
