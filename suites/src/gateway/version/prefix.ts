import {
  codeOf,
  controlServed,
  controlThat,
  defineCheck,
  describeAnswer,
  type Exchange,
  expectThat,
  NotArranged,
  objectOf,
  type World,
} from '@gateproof/harness';
import { errorTable } from '@gateproof/spec';
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
    case 'model-get': {
      const id = await usableId(account);
      const exchange = await key.model(id);
      const isList = Array.isArray(objectOf(exchange)?.data);
      controlThat(!isList, 'the answer is a list, and no model', 'model.get.id-echoed');
      return exchange;
    }
  }
}

const routes: readonly Route[] = ['chat', 'image', 'transcription', 'job-get', 'job-cancel', 'model-list', 'model-get'];

/** Statuses of a path that nobody serves. */
const nowhere: readonly unknown[] = [404, 405, 501];

/** Whether the answer is one of success, and is more than an echo. */
function isServed({ request, response }: Exchange): boolean {
  const text = Buffer.from(response?.body ?? []).toString();
  const isReporting = /"(id|data|choices|object)"\s*:/.test(text) && text !== Buffer.from(request.body).toString();
  return response !== undefined && response.status < 300 && text.trimStart().startsWith('{') && isReporting;
}

/** Whether nobody serves the path: it leads elsewhere, or is refused without a word about the request. */
function isNowhere(exchange: Exchange): boolean {
  const status = exchange.response?.status ?? 0;
  const isMoved = status >= 300 && status < 400;
  return isMoved || (nowhere.includes(status) && !errorTable.has(codeOf(exchange) ?? ''));
}

/** All routes are under the path prefix /v1 (Versioning, 1). How they answer there is for other rules. */
export default routes.map((route) =>
  defineCheck({
    rule: `version.prefix.${route}`,
    input: fc.constant(route),
    cases: 1,
    async decide(world) {
      const exchange = await ask(world, route);
      const { contractPath, url } = exchange.request;
      if (contractPath !== undefined)
        throw new NotArranged(`the profile says that the route lies at ${new URL(url).pathname}`);
      if (isServed(exchange)) return world.stated();
      expectThat(world, !isNowhere(exchange), {
        expected: `the route to be served at ${new URL(exchange.request.url).pathname}`,
        observed: describeAnswer(exchange),
        exchanges: [exchange.id],
      });
      controlServed(exchange);
    },
  }),
);
