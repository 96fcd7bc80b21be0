import { styleFor } from '@gateproof/reports';
import { expect, test } from 'vitest';
import { ruleCardText } from './rule-card.ts';
import { sampleRule } from './sample-rule.fixture.ts';

const style = styleFor(false);
const guidance = { why: 'Old keys must not open doors.', fix: 'Look at the expiry.' };
const plain = { sharedState: [], points: [], freedoms: [], guidance, example: undefined };

test('a card has statement, origin, needs, freedoms and deviations', () => {
  const text = ruleCardText(
    {
      rule: sampleRule({ id: 'auth.key.expired', class: 'core', needs: ['keys', 'clock'], family: 'auth.key' }),
      sharedState: [{ id: 'key-caches', keeps: 'a key is known only where it was used', rules: ['auth.key.expired'] }],
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
      guidance,
      example: {
        brokenBy: 'auth-expired-accepted',
        change: 'accepts expired keys',
        expected: 'status 401',
        observed: 'status 200',
        keeps: ['GET /v1/models\n\n401'],
        breaks: ['GET /v1/models\n\n200'],
      },
    },
    style,
  );
  expect(text).toContain('auth.key.expired  must, active, binds the gateway, family auth.key');
  expect(text).toContain('  From        P-AUTH-2: An expired key gives 401.');
  expect(text).toContain('  Class       core');
  expect(text).toContain('  Why         Old keys must not open doors.\n  To fix it   Look at the expiry.');
  expect(text).toContain(
    '  Keeps it\n    │ GET /v1/models\n\n    │ 401\n\n  Breaks it  accepts expired keys\n    │ GET',
  );
  expect(text).toContain('    expected  status 401\n    observed  status 200');
  expect(text).toContain('  Needs       keys, clock');
  expect(text).toContain(
    'Freedom F042  Which error wins?\n  accept      any that holds\n              the first\n  reject      one that does not hold',
  );
  expect(text).toContain('auth-expired-accepted  accepts expired keys');
  expect(text).toContain('  Replicas    with several addresses it shows where a key is known only where it was used');
});

test('without the package of deviations it names the package', () => {
  const text = ruleCardText({ ...plain, rule: sampleRule({ id: 'auth.key.expired' }), deviations: undefined }, style);
  expect(text).toContain('--deviation\n    not installed: npm install --save-dev @gateproof/deviations');
});

test('a rule without a check says why', () => {
  const rule = sampleRule({ id: 'auth.hidden', unobservable: 'nobody can see it' });
  const text = ruleCardText({ ...plain, rule, deviations: [] }, style);
  expect(text).toContain('No check    nobody can see it');
  expect(text).toContain('Needs       nothing but a URL and a key');
  expect(text).not.toContain('--deviation');
});
