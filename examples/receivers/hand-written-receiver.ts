/**
 * A receiver that keeps every rule, in plain Node. Run it with `SECRET=whsec_… PORT=3000 npx node examples/receivers/hand-written-receiver.ts`,
 * then judge it with
 * `npx gateproof receiver --url http://127.0.0.1:3000/hook --secret whsec_… --observer http://127.0.0.1:3000/effects`.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Server } from 'node:http';
import { createReceiver, listen } from './serve-receiver.ts';

const toleranceS = 300;

export const createHandWrittenReceiver = (secret: string): Server =>
  createReceiver((body, signature) => {
    const entries = signature.split(',').map((entry) => entry.trim().split('='));
    const t = entries.find(([name]) => name === 't')?.[1] ?? '';
    if (!/^\d{1,12}$/.test(t)) throw new Error('no t');
    if (Math.abs(Math.floor(Date.now() / 1000) - Number(t)) > toleranceS) throw new Error('t is too far from now');
    const wanted = Buffer.from(createHmac('sha256', secret).update(`${t}.`).update(body).digest('hex'));
    const isSigned = entries
      .filter(([name]) => name === 'v1')
      .map(([, value]) => Buffer.from(value ?? ''))
      .some((value) => value.length === wanted.length && timingSafeEqual(value, wanted));
    if (!isSigned) throw new Error('no v1 matches');
    return JSON.parse(body.toString()) as { id: string };
  });

if (import.meta.main) listen(createHandWrittenReceiver(process.env.SECRET ?? ''));
