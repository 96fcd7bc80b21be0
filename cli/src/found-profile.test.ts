import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { foundProfile } from './found-profile.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gateproof-found-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Makes files in the folder, those whose names end with a slash as folders. */
function make(...names: readonly string[]): void {
  for (const name of names) {
    if (name.endsWith('/')) mkdirSync(join(folder, name), { recursive: true });
    else writeFileSync(join(folder, name), '');
  }
}

test.each(['gateproof.yaml', 'gateproof.yml'])('%s is found in the folder', (name) => {
  make(name);
  expect(foundProfile(folder)).toEqual({ path: join(folder, name), isHere: true });
});

test('of both names in one folder, one is read and the other named', () => {
  make('gateproof.yml', 'gateproof.yaml');
  const [path, passedOver] = [join(folder, 'gateproof.yaml'), join(folder, 'gateproof.yml')];
  expect(foundProfile(folder)).toEqual({ path, passedOver, isHere: true });
});

test.each(['.git/', '.git'])('the nearest of the folders up to the root of the repository (%s) counts', (git) => {
  make(git, 'gateproof.yml', 'services/', 'services/gateway/');
  expect(foundProfile(join(folder, 'services/gateway'))).toEqual({
    path: join(folder, 'gateproof.yml'),
    isHere: false,
  });
  make('services/gateproof.yaml');
  expect(foundProfile(join(folder, 'services/gateway'))?.path).toBe(join(folder, 'services/gateproof.yaml'));
});

test('a folder may be named from the working one, and its profile is then named so too', () => {
  make('.git/', 'gateproof.yaml', 'inner/', 'inner/most/');
  const from = relative('.', join(folder, 'inner/most'));
  expect(foundProfile(from)).toEqual({ path: relative('.', join(folder, 'gateproof.yaml')), isHere: false });
});

test('what lies above the root of the repository is not looked for', () => {
  make('gateproof.yaml', 'project/', 'project/.git/', 'project/inner/');
  expect(foundProfile(join(folder, 'project/inner'))).toBeUndefined();
});

test('outside of a repository only the folder counts', () => {
  make('gateproof.yaml', 'inner/');
  expect(foundProfile(join(folder, 'inner'))).toBeUndefined();
});
