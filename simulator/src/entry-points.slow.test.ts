import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

const manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  readonly exports: Readonly<Record<string, unknown>>;
};
/**
 * The control client needs nothing but `fetch`; what MSW and Playwright take is made for a simulator, which needs its own entry; Vitest and Testcontainers
 * check their Node themselves.
 */
const anywhere = ['./control', './msw', './playwright', './testcontainers', './vitest'];
const entries = Object.keys(manifest.exports).filter((name) => !anywhere.includes(name));

/** What users get, and what it is made of. */
const forms = { bundle: [], sources: ['--conditions=@gateproof/source'] } as const;

/** Imports an entry in a process that takes itself for another Node, and writes what an expression comes to. */
function importedOn(version: string, entry: string, form: keyof typeof forms = 'sources', written = "'imported'") {
  const other = `Object.defineProperty(process,"versions",{value:{...process.versions,node:${JSON.stringify(version)}}})`;
  const flags = [...forms[form], '--import', `data:text/javascript,${other}`, '--input-type=module'];
  const script = `await import('@gateproof/simulator${entry.slice(1)}'); process.stdout.write(${written});`;
  return spawnSync(process.execPath, [...flags, '--eval', script], { encoding: 'utf8', cwd: import.meta.dirname });
}

describe.each(['bundle', 'sources'] as const)('of the %s', (form) => {
  test.each(entries)('%s says in one sentence that Node is too old', (entry) => {
    const { status, stderr } = importedOn('20.20.2', entry, form);
    expect([status, stderr]).toEqual([
      1,
      expect.stringContaining('Gateproof needs Node 22.19 or later; this is Node 20.20.2.'),
    ]);
  });

  test.each([...entries, './control', './msw', './playwright'])(
    '%s is imported on a Node that is new enough',
    (entry) => {
      expect(importedOn('22.19.0', entry, form)).toMatchObject({ status: 0, stdout: 'imported' });
    },
  );

  test('an import does not load the HTTP client inside Node', () => {
    const clients = "process.moduleLoadList.filter((name) => name.includes('deps/undici')).join()";
    expect(importedOn(process.versions.node, '.', form, clients)).toMatchObject({ status: 0, stdout: '' });
  });
});
