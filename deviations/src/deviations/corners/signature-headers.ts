import { patch, type WebhookBehaviour } from '@gateproof/simulator/behaviour';
import type { Deviation } from '../../deviation.ts';
import { breaking } from '../breaking.ts';

const webhooks = (change: (behaviour: WebhookBehaviour) => Partial<WebhookBehaviour>) => patch('webhooks', change);
const writing = (rule: string, how: string, summary: string, signature: WebhookBehaviour['signature']) =>
  breaking(
    `${rule}:${how}`,
    summary,
    webhooks(() => ({ signature })),
  );

/** Ways to get wrong, in one corner only, how signatures are written. */
export const signatureHeaderCorners: readonly Deviation[] = [
  writing(
    'signature.header.separators',
    'joined',
    'joins the values of both secrets in one entry',
    (t, v1) => `t=${t},v1=${v1.join('|')}`,
  ),
  writing('signature.header.separators', 'colon', 'writes colons', (t, v1) =>
    [`t:${t}`, ...v1.map((value) => `v1:${value}`)].join(','),
  ),
  writing('signature.header.separators', 'ampersand', 'separates with ampersands', (t, v1) =>
    [`t=${t}`, ...v1.map((value) => `v1=${value}`)].join('&'),
  ),
  writing('signature.header.hexadecimal', 'quoted', 'quotes the values', (t, v1) =>
    [`t=${t}`, ...v1.map((value) => `v1="${value}"`)].join(','),
  ),
  writing('signature.header.hexadecimal', 'half', 'cuts the values in half', (t, v1) =>
    [`t=${t}`, ...v1.map((value) => `v1=${value.slice(0, 32)}`)].join(','),
  ),
  writing('signature.header.hexadecimal', 'prefix', 'writes 0x before the values', (t, v1) =>
    [`t=${t}`, ...v1.map((value) => `v1=0x${value}`)].join(','),
  ),
  writing('signature.header.timestamp-present', 'twice', 'tells t with each v1', (t, v1) =>
    v1.map((value) => `t=${t},v1=${value}`).join(','),
  ),
  writing('signature.header.timestamp-present', 'named', 'calls t ts', (t, v1) =>
    [`ts=${t}`, ...v1.map((value) => `v1=${value}`)].join(','),
  ),
  writing('rotation.two-signatures', 'numbered', 'calls the second value v2', (t, v1) =>
    [`t=${t}`, ...v1.map((value, place) => `v${v1.length - place}=${value}`)].join(','),
  ),
  writing('signature.header.lowercase', 'previous', "writes the previous secret's value in upper case", (t, v1) =>
    [`t=${t}`, ...v1.map((value, place) => `v1=${place > 0 ? value.toUpperCase() : value}`)].join(','),
  ),
];
