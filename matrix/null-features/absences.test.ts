import { loadRules } from '@gateproof/spec';
import { controlledRules } from '@gateproof/suites';
import { expect, test } from 'vitest';
import { absences, saysAbsence } from './absences.ts';
import { isNamed } from './null-feature.ts';
import { nullFeatures } from './null-features.ts';
import { serviceFeature } from './service-feature.ts';

const rules = loadRules().filter(({ party }) => party === 'gateway');
const ids = rules.map(({ id }) => id);
const isWatched = (id: string) =>
  controlledRules.includes(id) ||
  nullFeatures.some((feature) => feature !== serviceFeature && isNamed(id, feature.rules));

test('each rule about what does not happen has a control, a feature that is taken out, or a reason for none', () => {
  const absent = rules.filter(({ statement }) => saysAbsence.test(statement)).map(({ id }) => id);
  expect(absent.length).toBeGreaterThan(200);
  expect(absent.filter((id) => !isWatched(id) && absences[id] === undefined)).toEqual([]);
});

test('reasons stand for rules that there are, and that nothing else watches', () => {
  expect(Object.keys(absences).filter((id) => !ids.includes(id) || isWatched(id))).toEqual([]);
});
