import { defineCheck, envelopeOf, expectAnswer, expectThat } from '@gateproof/harness';
import fc from 'fast-check';

const strays = [
  { method: 'GET', path: '/v1/no-such-route' },
  { method: 'GET', path: '/v1/chat/completions' },
  { method: 'DELETE', path: '/v1/models' },
  { method: 'POST', path: '/v1/models' },
  { method: 'GET', path: '/v2/models' },
  { method: 'GET', path: '/v1/images/generations' },
  { method: 'GET', path: '/v1/audio/transcriptions' },
  { method: 'GET', path: '/v1/jobs/job_nobody/cancel' },
  { method: 'PUT', path: '/v1/jobs/job_nobody' },
];

const strayStatus = defineCheck({
  rule: 'error.unknown-route.status',
  input: fc.shuffledSubarray(strays, { minLength: strays.length }),
  cases: 1,
  requestsPerCase: strays.length,
  async decide(world, requests) {
    const account = await world.account();
    for (const request of requests) {
      const exchange = await account.key.send(request);
      const { status } = expectAnswer(world, exchange);
      expectThat(world, status >= 400 && status < 500, {
        expected: `${request.method} ${request.path} to be refused with a 4xx status`,
        observed: `status ${status}`,
        exchanges: [exchange.id],
      });
    }
  },
});

const strayEnvelope = defineCheck({
  rule: 'error.unknown-route.envelope',
  input: fc.shuffledSubarray(strays, { minLength: strays.length }),
  cases: 1,
  requestsPerCase: strays.length,
  async decide(world, requests) {
    const account = await world.account();
    for (const request of requests) {
      const exchange = await account.key.send(request);
      expectThat(world, envelopeOf(exchange) !== undefined, {
        expected: `the envelope in the answer to ${request.method} ${request.path}`,
        observed: `status ${exchange.response?.status ?? 'none'} without it`,
        exchanges: [exchange.id],
      });
    }
  },
});

export default [strayStatus, strayEnvelope];
