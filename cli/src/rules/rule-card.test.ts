import { styleFor } from '@gateproof/reports';
import { expect, test } from 'vitest';
import { ruleCardText } from './rule-card.ts';
import { sampleRule } from './sample-rule.fixture.ts';

const style = styleFor(false);

test('a card has statement, origin, needs, freedoms and deviations', () => {
  const text = ruleCardText(
    {
      rule: sampleRule({ id: 'auth.key.expired', class: 'core', needs: ['keys', 'clock'], family: 'auth.key' }),
      points: [{ id: 'P-AUTH-2', section: 'Authentication, 2', text: 'An expired key gives 401.' }],
      freedoms: [
        {
          id: 'F042',
          weight: 1,
          title: 'Which error wins?',
          accept: ['any that holds', 'the first'],
          warn: [],
          reject: ['one that does not hold'],
        },
      ],
      deviations: [{ id: 'auth-expired-accepted', summary: 'accepts expired keys' }],
    },
    style,
  );
  expect(text).toContain('auth.key.expired  must, active, binds the gateway, family auth.key');
  expect(text).toContain('  From        P-AUTH-2: An expired key gives 401.');
  expect(text).toContain('  Class       core');
  expect(text).toContain('  Needs       keys, clock');
  expect(text).toContain(
    'Freedom F042  Which error wins?\n  accept      any that holds\n              the first\n  reject      one that does not hold',
  );
  expect(text).toContain('auth-expired-accepted  accepts expired keys');
});

test('without the package of deviations it names the package', () => {
  const text = ruleCardText(
    { rule: sampleRule({ id: 'auth.key.expired' }), points: [], freedoms: [], deviations: undefined },
    style,
  );
  expect(text).toContain('--deviation\n    not installed: npm install --save-dev @gateproof/deviations');
});

test('a rule without a check says why', () => {
  const rule = sampleRule({ id: 'auth.hidden', unobservable: 'nobody can see it' });
  const text = ruleCardText({ rule, points: [], freedoms: [], deviations: [] }, style);
  expect(text).toContain('No check    nobody can see it');
  expect(text).toContain('Needs       nothing but a URL and a key');
  expect(text).not.toContain('--deviation');
});
