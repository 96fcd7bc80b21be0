import { caution, codeOf, defineCheck, describeAnswer, expectThat, type Fault, isObject } from '@gateproof/harness';
import { errorTable } from '@gateproof/spec';
import { blamesClient } from '../../support/blamed.ts';
import { every } from '../../support/every.ts';
import { callFor, failing, mediaModel } from '../../support/held-jobs.ts';
import {
  isFinalJob,
  jobOf,
  type MediaRoute,
  mediaRoutes,
  readUntil,
  readUntilEnd,
  sendSubmission,
} from '../../support/media-jobs.ts';

interface Row {
  readonly rule: string;
  readonly faults: readonly Fault[];
  readonly codes: readonly string[];
  /** What one of the faults may be called besides. */
  otherCodes?(fault: Fault): readonly string[];
}

const rows: readonly Row[] = [
  {
    rule: 'media.failure.unavailable',
    faults: [
      { kind: 'refuse-connection' },
      { kind: 'status', status: 500 },
      { kind: 'status', status: 503 },
      { kind: 'html-502' },
      { kind: 'reset-before-headers' },
    ],
    codes: ['provider_unavailable'],
  },
  {
    rule: 'media.failure.empty',
    faults: [{ kind: 'empty' }, { kind: 'empty', variant: 'no-content' }, { kind: 'empty', variant: 'no-bytes' }],
    codes: ['provider_empty_response'],
    // No bytes are no JSON either.
    otherCodes: (fault) => (fault.kind === 'empty' && fault.variant === 'no-bytes' ? ['provider_unavailable'] : []),
  },
  {
    rule: 'media.failure.malformed',
    faults: [
      { kind: 'status', status: 200, body: 'not json' },
      { kind: 'status', status: 200, body: '<!doctype html><html><body>It works</body></html>' },
      { kind: 'malformed-json' },
    ],
    codes: ['provider_unavailable', 'provider_empty_response'],
  },
  {
    rule: 'media.failure.payment-required',
    faults: [{ kind: 'payment-required' }],
    codes: ['provider_payment_required'],
  },
  {
    rule: 'media.failure.unauthorized',
    faults: [{ kind: 'unauthorized' }, { kind: 'status', status: 403 }],
    codes: ['provider_unauthorized'],
    // What a 403 is about is for the gateway to tell, but it is never about the client's key.
    otherCodes: (fault) =>
      fault.kind === 'status' ? [...errorTable.keys()].filter((code) => !blamesClient(code)) : [],
  },
  {
    rule: 'media.failure.moderation',
    faults: [{ kind: 'moderation-refusal' }],
    codes: ['moderation_refused', 'provider_unavailable', 'invalid_request'],
  },
];

const byCode = rows.map(({ rule, faults, codes, otherCodes }) =>
  defineCheck({
    rule,
    ...every(...mediaRoutes.flatMap((route) => faults.map((fault) => ({ route, fault })))),
    cases: faults.length * 2,
    requestsPerCase: 20,
    async decide(world, { route, fault }) {
      const account = await world.account();
      const exchange = await sendSubmission(account.key, await mediaModel(account, route, [failing(fault)]));
      const job = jobOf(exchange);
      // Endpoint troubles may be told at submission (freedom F072).
      const code = job === undefined ? codeOf(exchange) : undefined;
      const seen = job === undefined ? undefined : await readUntilEnd(world, account, String(job.id));
      const error = seen?.job.error;
      const told = job === undefined ? code : isObject(error) ? String(error.code) : undefined;
      const allowed = [...codes, ...(otherCodes?.(fault) ?? [])];
      const state = job === undefined ? 'failed' : seen?.job.state;
      expectThat(world, state === 'failed' && told !== undefined && allowed.includes(told), {
        expected: `a job that fails with ${codes[0]}`,
        observed:
          job === undefined
            ? describeAnswer(exchange)
            : `state ${String(state ?? 'not final')}, code ${told ?? 'none'}`,
        exchanges: [exchange.id, ...(seen === undefined ? [] : [seen.exchange.id])],
      });
    },
  }),
);

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
/**
 * Waits between which the account's clock is moved on; nobody waits for an endpoint longer than four days. None is as long as a job
 * must be readable after its end (freedom F104).
 */
const waitsMs = [minuteMs, 10 * minuteMs, hourMs, ...[6, 16, 20, 20, 20, 20].map((hours) => hours * hourMs)];

const timeout = defineCheck({
  rule: 'media.failure.timeout',
  waits: true,
  ...every<MediaRoute>('image', 'transcription'),
  cases: 2,
  requestsPerCase: 90,
  async decide(world, route) {
    const account = await world.account();
    const model = await mediaModel(account, route, [failing({ kind: 'hang' })]);
    const exchange = await sendSubmission(account.key, model);
    const job = jobOf(exchange);
    expectThat(world, job !== undefined, {
      expected: 'the submission to be accepted',
      observed: describeAnswer(exchange),
      exchanges: [exchange.id],
    });
    await callFor(account, { id: String(job.id), model });
    let seen: Awaited<ReturnType<typeof readUntil>>;
    for (const waitMs of [world.upstreamTimeoutMs + 1_000, ...waitsMs]) {
      await account.advance(waitMs);
      seen = await readUntil(world, account.key, String(job.id), isFinalJob, 300);
      if (seen !== undefined) break;
    }
    const error = seen?.job.error;
    const code = isObject(error) ? String(error.code) : undefined;
    const exchanges = [exchange.id, ...(seen === undefined ? [] : [seen.exchange.id])];
    if (seen === undefined) {
      caution(world, {
        expected: 'a job whose endpoint never answers to fail within four days',
        observed: 'it is not final',
        exchanges,
      });
    }
    expectThat(
      world,
      code !== undefined && ['upstream_timeout', 'request_timeout', 'provider_unavailable'].includes(code),
      {
        expected: 'a job that fails with upstream_timeout, request_timeout or provider_unavailable',
        observed: `state ${String(seen.job.state)}, code ${code ?? 'none'}`,
        exchanges,
      },
    );
  },
});

/** How a job fails when its only endpoint does (Errors › Codes; a failed media job carries the same code). */
export default [...byCode, timeout];
