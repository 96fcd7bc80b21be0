import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadRules } from '@gateproof/spec';
import { gatewaySuite } from '@gateproof/suites';
import { describe, expect, it } from 'vitest';
import { root, sourceFiles } from './source-files.ts';

const folder = join(root, 'suites/src/gateway');
const areas = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
const rules = new Map(loadRules().map((rule) => [rule.id, rule]));
const decided = [...gatewaySuite.checks.map(({ rule }) => rule), ...gatewaySuite.standing.flatMap((one) => one.rules)];

describe('suites', () => {
  it.each(areas.map(({ name }) => name))('%s lists every check file of its folder, and itself in the suite', (area) => {
    const index = readFileSync(join(folder, area, 'index.ts'), 'utf8');
    const files = readdirSync(join(folder, area)).filter((name) => name !== 'index.ts' && !name.endsWith('.test.ts'));
    expect(files.filter((name) => !index.includes(`'./${name}'`))).toEqual([]);
    expect(readFileSync(join(folder, 'suite.ts'), 'utf8')).toContain(`'./${area}/index.ts'`);
  });

  it.each(areas.map(({ name }) => name))('%s names its files after rules of the catalogue', (area) => {
    const known = [...rules.keys()];
    const strangers = readdirSync(join(folder, area))
      .filter((name) => name !== 'index.ts')
      .map((name) => `${area}.${name.replace(/(\.test)?\.ts$/, '')}`)
      .filter((name) => !known.some((id) => id === name || id.startsWith(`${name}.`) || id.startsWith(`${name}-`)));
    expect(strangers).toEqual([]);
  });

  it('names as prerequisites and in controls only rules that exist', () => {
    const texts = sourceFiles().flatMap((file) => (file.place === 'suites' ? [file.text] : []));
    const named = texts.flatMap((text) =>
      [...text.matchAll(/'([a-z]+(?:\.[a-z0-9-]+){2,})'/g)].map(([, id]) => id ?? ''),
    );
    const ofAreas = named.filter((id) => areas.some(({ name }) => id.startsWith(`${name}.`)));
    const unknown = ofAreas.filter((id) => !rules.has(id) && !id.startsWith('chat.completion.'));
    expect(ofAreas.length).toBeGreaterThan(100);
    expect(unknown).toEqual([]);
  });

  it('decides each rule in one place, and only rules that exist, by their kind', () => {
    expect(decided.filter((id, index) => decided.indexOf(id) !== index)).toEqual([]);
    expect(decided.filter((id) => !rules.has(id))).toEqual([]);
    const wrong = [
      ...gatewaySuite.checks.filter(({ rule }) => rules.get(rule)?.kind !== 'active').map(({ rule }) => rule),
      ...gatewaySuite.standing.flatMap((one) => one.rules).filter((id) => rules.get(id)?.kind !== 'standing'),
    ];
    expect(wrong).toEqual([]);
  });
});
