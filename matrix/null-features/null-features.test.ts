import { referenceBehaviour } from '@gateproof/simulator';
import { loadRules } from '@gateproof/spec';
import { describe, expect, it } from 'vitest';
import { runUnder } from '../run-under.ts';
import { judgeFeature } from './judge-feature.ts';
import { isNamed } from './null-feature.ts';
import { nullFeatures } from './null-features.ts';

const ids = loadRules()
  .filter(({ party }) => party === 'gateway')
  .map(({ id }) => id);

describe('features that can be taken out', () => {
  it.each(nullFeatures)('$id names rules that there are, and some that can not hold without it', (feature) => {
    const { rules, hold = {} } = feature;
    const named = [...rules, ...Object.keys(hold)];
    expect(named.filter((name) => !ids.some((id) => isNamed(id, [name])))).toEqual([]);
    const ofFeature = ids.filter((id) => isNamed(id, rules));
    expect(Object.keys(hold).filter((name) => !ofFeature.some((id) => isNamed(id, [name])))).toEqual([]);
    expect(feature.takeOut(referenceBehaviour)).not.toEqual(referenceBehaviour);
  });

  it('have names of their own', () => {
    expect(new Set(nullFeatures.map(({ id }) => id)).size).toBe(nullFeatures.length);
  });

  // A few that are quickly judged; `npm run matrix:features` judges all.
  it.each(['metadata', 'provider', 'key-expiry', 'key-addresses', 'context-window', 'registration'])(
    'without %s no rule about it passes',
    async (id) => {
      const feature = nullFeatures.find((one) => one.id === id) ?? expect.fail(`no feature is called ${id}`);
      const only = ids.filter((rule) => isNamed(rule, feature.rules));
      const document = await runUnder(feature.takeOut(referenceBehaviour), 42, { only, effort: 'quick' });
      expect(judgeFeature(feature, document).unearned).toEqual([]);
    },
  );
});
