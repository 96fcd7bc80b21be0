import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');
const text = (...path: string[]) => readFileSync(join(root, ...path), 'utf8');
const { workspaces } = JSON.parse(text('package.json')) as { readonly workspaces: readonly string[] };

/** What a person meets on a registry's page, and what a licence asks of a copy. */
describe.each(workspaces)('the package in %s', (folder) => {
  const manifest = JSON.parse(text(folder, 'package.json'));

  it('has a README that begins with its name', () => {
    expect(text(folder, 'README.md').split('\n')[0]).toBe(`# ${manifest.name}`);
  });

  it('has the licence of the project', () => {
    expect(text(folder, 'LICENSE')).toBe(text('LICENSE'));
  });

  it('names its repository and keywords', () => {
    expect(manifest.repository).toMatchObject({ type: 'git', directory: folder });
    expect(manifest.keywords.length).toBeGreaterThan(2);
  });

  it('depends on ranges, so that a project installs one copy of what it shares with others', () => {
    const { dependencies = {}, optionalDependencies = {} } = manifest;
    const pins = Object.entries<string>({ ...dependencies, ...optionalDependencies });
    expect(pins.filter(([, range]) => !range.startsWith('^'))).toEqual([]);
  });

  it('is published for everybody, with its provenance', () => {
    expect(manifest.publishConfig).toEqual({ access: 'public', provenance: true });
  });
});
