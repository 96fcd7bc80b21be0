import { rows } from '../../change.ts';
import { writeSignature, writeTime, writeValues } from '../../operators/signing.ts';
import { about } from '../../scopes/deliveries.ts';

/** A signature header of entries, with other labels or separators. */
const entries = (t: string, v1: readonly string[], { label = 'v1=', first = 't=', join = ',' } = {}) =>
  [`${first}${t}`, ...v1.map((value) => `${label}${value}`)].join(join);

export const signatureHeaders = rows('signature.header', {
  lowercase: writeValues('in upper case', (value) => value.toUpperCase()),
  'lowercase:previous': writeValues('of the previous secret in upper case', (value, place) => {
    return place > 0 ? value.toUpperCase() : value;
  }),
  hexadecimal: writeValues('in base64', (value) => Buffer.from(value, 'hex').toString('base64url')),
  'hexadecimal:quoted': writeValues('in quotes', (value) => `"${value}"`),
  'hexadecimal:half': writeValues('up to their half', (value) => value.slice(0, 32)),
  'hexadecimal:prefix': writeValues('behind 0x', (value) => `0x${value}`),
  'timestamp-present': writeSignature('without t', (_t, v1) => v1.map((value) => `v1=${value}`).join(',')),
  'timestamp-present:twice': writeSignature('with t each time', (t, v1) =>
    v1.map((one) => `t=${t},v1=${one}`).join(','),
  ),
  'timestamp-present:named': writeSignature('with ts for t', (t, v1) => entries(t, v1, { first: 'ts=' })),
  'timestamp-first': writeSignature('with t last', (t, v1) => [...v1.map((one) => `v1=${one}`), `t=${t}`].join(',')),
  'timestamp-seconds': writeTime('in milliseconds', ({ atMs }) => String(Math.floor(atMs))),
  'timestamp-seconds:failed': writeTime('in milliseconds', ({ atMs }) => String(Math.floor(atMs)), about('failed')),
  'timestamp-seconds:fraction': writeTime('with a fraction', ({ atMs }) => (atMs / 1000).toFixed(3)),
  'timestamp-seconds:date': writeTime('as a date-time', ({ atMs }) => new Date(atMs).toISOString()),
  'v1-present': writeSignature('with v2 for v1', (t, v1) => entries(t, v1, { label: 'v2=' })),
  separators: writeSignature('with semicolons', (t, v1) => entries(t, v1, { join: ';' })),
  'separators:ampersand': writeSignature('with ampersands', (t, v1) => entries(t, v1, { join: '&' })),
  'separators:colon': writeSignature('with colons', (t, v1) => entries(t, v1, { first: 't:', label: 'v1:' })),
  'separators:joined': writeSignature('with both values in one entry', (t, v1) => `t=${t},v1=${v1.join('|')}`),
});
