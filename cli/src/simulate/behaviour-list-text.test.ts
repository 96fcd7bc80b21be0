import { styleFor } from '@gateproof/reports';
import { expect, test } from 'vitest';
import { behaviourListText } from './behaviour-list-text.ts';

test('ids are aligned, and a sentence of several ids stands once', () => {
  const listed = [
    { id: 'auth.a', summary: 'breaks a', about: 'auth.a' },
    { id: 'auth.a:late', summary: 'breaks a late', about: 'auth.a' },
    { id: 'cors', summary: 'sends a header', about: 'F057' },
  ];
  expect(behaviourListText(listed, styleFor(false))).toBe(
    'auth.a       breaks a\nauth.a:late  breaks a late\ncors         sends a header  (F057)\n',
  );
});
