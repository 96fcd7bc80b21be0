import {
  type Account,
  caution,
  controlAnswer,
  defineCheck,
  describeAnswer,
  type Exchange,
  expectThat,
  type Fault,
  NotArranged,
  NotExercised,
  type World,
} from '@gateproof/harness';
import { errorTable, hourMs, minuteMs } from '@gateproof/spec';
import { blamesClient } from '../../support/blamed.ts';
import { every } from '../../support/every.ts';
import { callFor, failing, mediaModel } from '../../support/held-jobs.ts';
import { unavailableCodes } from '../../support/lost-connection.ts';
import {
  controlJob,
  controlJobCode,
  isFinalJob,
  jobOf,
  type MediaRoute,
  mediaRoutes,
  readUntil,
  readUntilEnd,
  sendSubmission,
  submitJob,
} from '../../support/media-jobs.ts';
import { controlCode, controlReported } from '../../support/reported-error.ts';

interface Row {
  readonly rule: string;
  readonly faults: readonly Fault[];
  readonly codes: readonly string[];
  /** A job may wait for longer than an hour for such an endpoint. */
  readonly mayWait?: true;
  /** What one of the faults may be called besides. */
  otherCodes?(fault: Fault): readonly string[];
  /** What a freedom warns about for one of the faults. */
  toleratedCodes?(fault: Fault): readonly string[];
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
    otherCodes: (fault) => unavailableCodes(fault).codes,
    toleratedCodes: (fault) => unavailableCodes(fault).tolerated,
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
    faults: [{ kind: 'unauthorized' }, ...[403, 404, 409, 422].map((status): Fault => ({ kind: 'status', status }))],
    codes: ['provider_unauthorized'],
    // What such a status is about is for the gateway to say, but it is never about the client's key, jobs or earlier requests.
    otherCodes: (fault) =>
      fault.kind === 'status' ? [...errorTable.keys()].filter((code) => !blamesClient(code)) : [],
  },
  {
    rule: 'media.failure.rate-limited',
    faults: [{ kind: 'rate-limited' }, { kind: 'rate-limited', retryAfterS: 3 }],
    codes: ['rate_limited', 'provider_unavailable'],
    mayWait: true,
  },
  {
    rule: 'media.failure.moderation',
    faults: [{ kind: 'moderation-refusal' }],
    codes: ['moderation_refused', 'provider_unavailable', 'invalid_request'],
  },
];

/** How a submission came out whose only endpoint fails. */
interface Outcome {
  /** Undefined where nothing failed. */
  readonly code: string | undefined;
  readonly isOver?: false;
  readonly observed: string;
  readonly exchanges: readonly string[];
}

/** Endpoint troubles may be reported at submission (freedom F072), on a route that makes jobs of other submissions. */
async function refusalOf(account: Account, exchange: Exchange, route: MediaRoute): Promise<Outcome> {
  controlAnswer(exchange, [429, 503], `media.create.${route}`);
  controlReported(exchange, `media.create.${route}`);
  await submitJob(account.key, await mediaModel(account, route));
  const observed = `the submission was refused: ${describeAnswer(exchange)}`;
  return { code: controlCode(exchange), observed, exchanges: [exchange.id] };
}

async function outcomeOf(world: World, account: Account, exchange: Exchange, route: MediaRoute): Promise<Outcome> {
  const job = jobOf(exchange);
  if (job === undefined) return refusalOf(account, exchange, route);
  const seen = await readUntilEnd(world, account, String(job.id));
  const exchanges = [exchange.id, ...(seen === undefined ? [] : [seen.exchange.id])];
  if (seen === undefined)
    return { code: undefined, observed: `job ${String(job.id)} is not final`, exchanges, isOver: false };
  const code = controlJobCode(seen);
  const observed = `job ${String(job.id)}: state ${String(seen.job.state)}, code ${code ?? 'none'}`;
  return { code: seen.job.state === 'failed' ? code : undefined, observed, exchanges };
}

const byCode = rows.map(({ rule, faults, codes, mayWait, otherCodes, toleratedCodes }) =>
  defineCheck({
    rule,
    ...every(...mediaRoutes.flatMap((route) => faults.map((fault) => ({ route, fault })))),
    async decide(world, { route, fault }) {
      const account = await world.account();
      const exchange = await sendSubmission(account.key, await mediaModel(account, route, [failing(fault)]));
      const { code, observed, exchanges, isOver } = await outcomeOf(world, account, exchange, route);
      if (mayWait && isOver === false) throw new NotExercised('the job waits for an endpoint that is busy');
      const allowed = [...new Set([...codes, ...(otherCodes?.(fault) ?? [])])];
      const named = allowed.map((one) => `\`${one}\``).join(' or ');
      const finding = { expected: `a job that fails, or a refusal, with ${named}`, observed, exchanges };
      if (code !== undefined && toleratedCodes?.(fault).includes(code)) caution(world, finding);
      expectThat(world, code !== undefined && allowed.includes(code), finding);
    },
  }),
);

/**
 * Waits between which the account's clock is moved on; nobody waits for an endpoint longer than four days. None is as long as a job
 * must be readable after its end (freedom F104).
 */
const waitsMs = [minuteMs, 10 * minuteMs, hourMs, ...[6, 16, 20, 20, 20, 20].map((hours) => hours * hourMs)];

const timeout = defineCheck({
  rule: 'media.failure.timeout',
  waits: true,
  ...every<MediaRoute>('image', 'transcription'),
  async decide(world, route) {
    const account = await world.account();
    const model = await mediaModel(account, route, [failing({ kind: 'hang' })]);
    const exchange = await sendSubmission(account.key, model);
    const { id } = controlJob(exchange, `media.create.${route}`);
    await callFor(account, { id, model });
    let seen: Awaited<ReturnType<typeof readUntil>>;
    for (const waitMs of [world.upstreamTimeoutMs + 1_000, ...waitsMs]) {
      await account.advance(waitMs);
      seen = await readUntil(world, account.key, id, isFinalJob, 300);
      if (seen !== undefined) break;
    }
    const exchanges = [exchange.id, ...(seen === undefined ? [] : [seen.exchange.id])];
    // How long a gateway waits for a media endpoint is for it to say.
    if (seen === undefined)
      throw new NotArranged('the target waits for a silent media endpoint for more than four days');
    const code = controlJobCode(seen);
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
