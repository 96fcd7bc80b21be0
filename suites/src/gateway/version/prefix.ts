import { defineCheck, describeAnswer, expectAnswer, expectThat, type World } from '@gateproof/harness';
import fc from 'fast-check';
import { hello } from '../../support/chat-bodies.ts';
import { holdJob, mediaModel } from '../../support/held-jobs.ts';
import { sendSubmission, submitJob } from '../../support/media-jobs.ts';
import { usableId } from '../../support/usable-id.ts';

type Route = 'chat' | 'image' | 'transcription' | 'job-get' | 'job-cancel' | 'model-list' | 'model-get';

/** A valid request to each route, sent where the contract says that it lies. */
async function ask(world: World, route: Route) {
  const account = await world.account();
  const { key } = account;
  switch (route) {
    case 'chat':
      return key.chat({ model: (await account.usableModel()).id, messages: hello });
    case 'image':
    case 'transcription':
      return sendSubmission(key, await mediaModel(account, route));
    case 'job-get':
      return key.job((await submitJob(key, await mediaModel(account, 'image'))).id);
    case 'job-cancel':
      return key.cancel((await holdJob(account)).id);
    case 'model-list':
      await account.servedModel();
      return key.models();
    case 'model-get':
      return key.model(await usableId(account));
  }
}

const routes: readonly Route[] = ['chat', 'image', 'transcription', 'job-get', 'job-cancel', 'model-list', 'model-get'];

/** All routes are under the path prefix /v1 (Versioning, 1). */
export default routes.map((route) =>
  defineCheck({
    rule: `version.prefix.${route}`,
    input: fc.constant(route),
    cases: 1,
    async decide(world) {
      const exchange = await ask(world, route);
      const { status } = expectAnswer(world, exchange);
      const isJson = Buffer.from(exchange.response?.body ?? [])
        .toString()
        .trimStart()
        .startsWith('{');
      const text = Buffer.from(exchange.response?.body ?? []).toString();
      const isTelling =
        /"(id|data|choices|object)"\s*:/.test(text) && text !== Buffer.from(exchange.request.body).toString();
      expectThat(world, status >= 200 && status < 300 && isJson && isTelling, {
        expected: `the route to be served at ${new URL(exchange.request.url).pathname}`,
        observed: describeAnswer(exchange),
        exchanges: [exchange.id],
      });
    },
  }),
);
