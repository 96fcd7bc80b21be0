/**
 * A receiver on the verifier of the `stripe` package, whose signature header has the same form. Run it with
 * `SECRET=whsec_… PORT=3000 npx node examples/receivers/stripe-receiver.ts`, then judge it with
 * `npx gateproof receiver --url http://127.0.0.1:3000/hook --secret whsec_… --observer http://127.0.0.1:3000/effects`.
 */
import type { Server } from 'node:http';
import Stripe from 'stripe';
import { createReceiver, listen } from './serve-receiver.ts';

export const createStripeReceiver = (secret: string): Server => {
  const stripe = new Stripe('sk_not_used');
  return createReceiver((body, signature) => stripe.webhooks.constructEvent(body, signature, secret));
};

if (import.meta.main) listen(createStripeReceiver(process.env.SECRET ?? ''));
