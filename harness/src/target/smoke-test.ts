import { SetupFailed } from '../check/setup-failed.ts';
import type { Exchange } from '../exchange/exchange.ts';
import { likelyRouteOf } from '../exchange/route-of.ts';
import { describeAnswer } from '../expect/describe-answer.ts';
import type { CutShortRecord } from '../result/result-document.ts';
import { type AnswerTimes, durationOf, median } from '../run/answer-times.ts';
import type { SmokeFinding, SmokeReport } from '../run/smoke-report.ts';
import { openWorld } from '../world/open-world.ts';
import type { RunMeans } from '../world/run-means.ts';
import { isServed } from '../world/text-models.ts';
import type { Account, World } from '../world/world.ts';
import { findBaseUrl } from './find-base-url.ts';
import { askFirst, type FirstAnswers } from './first-answers.ts';
import { otherPrefix } from './other-prefix.ts';
import { type NamedTarget, remedyFor } from './remedy-for.ts';
import { unreadBody } from './unread-body.ts';
import { whyNotJudged } from './why-not-judged.ts';

/**
 * The first requests of a run: whether the target serves a valid chat and refuses invalid ones. Only a target that no rule can be judged on stops
 * the run: another server than a gateway, one that refuses the key, one that answers everything alike. Never throws for what the target answers.
 */
export async function smokeTest(means: RunMeans, target: NamedTarget): Promise<SmokeReport> {
  const opened = openWorld(means, 'smoke');
  const { world } = opened;
  try {
    const beganMs = means.clock.nowMs();
    const account = await world.account();
    const arrangeMs = means.testbed.facts.capabilities.has('accounts') ? means.clock.nowMs() - beganMs : 0;
    return { ...(await report(means, world, account, target)), times: timesOf(world, arrangeMs) };
  } catch (error) {
    const sentence = `the target could not be prepared for a first request: ${(error as Error).message}`;
    const requests = world.exchanges().length;
    return { stop: { reason: 'not-prepared', sentence }, findings: [], notes: [], model: undefined, requests };
  } finally {
    await opened.close();
  }
}

async function report(means: RunMeans, world: World, account: Account, target: NamedTarget): Promise<SmokeReport> {
  const model = await knownModel(account);
  const first = await askFirst(means, world, account, model.id);
  const stop = await stopFor(world, first, target);
  const advice = model.why === undefined || stop !== undefined ? undefined : remedyFor('no-model', target);
  const notes = [
    ...(advice === undefined ? [] : [`${model.why}; ${advice}`]),
    ...otherPrefix(means.prefix, Object.values(first)),
    ...unreadBody(first),
  ];
  const requests = world.exchanges().filter(({ side }) => side === 'request').length;
  const known = makesModels(world) ? undefined : model.id;
  return {
    stop,
    findings: findingsOf(first),
    notes,
    ...(advice === undefined ? {} : { advice }),
    model: known,
    requests,
  };
}

function timesOf(world: World, arrangeMs: number): AnswerTimes {
  const requests = world.exchanges().filter(({ side }) => side === 'request');
  const chats = requests.filter((exchange) => likelyRouteOf(exchange) === 'chat' && isServed(exchange));
  const others = requests.filter((exchange) => !chats.includes(exchange)).map(durationOf);
  const otherMs = median(others);
  return { arrangeMs, otherMs, chatMs: chats.length === 0 ? otherMs : median(chats.map(durationOf)) };
}

/** Models that a testbed makes are each case's own. */
function makesModels(world: World): boolean {
  return world.has('models') && world.has('upstreams');
}

async function knownModel(account: Account): Promise<{ readonly id: string | undefined; readonly why?: string }> {
  try {
    const { id } = await account.usableModel();
    return { id };
  } catch (error) {
    if (error instanceof SetupFailed) return { id: undefined, why: error.message };
    throw error;
  }
}

async function stopFor(world: World, first: FirstAnswers, target: NamedTarget): Promise<CutShortRecord | undefined> {
  const found = whyNotJudged(first);
  if (found === undefined) return undefined;
  const { reason, what } = found;
  const elsewhere = found.elsewhere ?? (reason === 'no-gateway' ? await findBaseUrl(world) : undefined);
  return { reason, sentence: `${what}; ${remedyFor(reason, target, elsewhere)}` };
}

function findingsOf(first: FirstAnswers): readonly SmokeFinding[] {
  const served = (what: string, answer: Exchange): SmokeFinding => {
    const wanted = `${what} is served`;
    return { wanted, holds: isServed(answer), seen: wanted, saw: describeAnswer(answer) };
  };
  const refused = (what: string, answer: Exchange, ...statuses: readonly number[]): SmokeFinding => {
    const status = answer.response?.status ?? 0;
    return {
      wanted: `${what} is refused with ${statuses.join(' or ')}`,
      holds: statuses.includes(status),
      seen: `${what} is refused with ${status}`,
      saw: describeAnswer(answer),
    };
  };
  return [
    served('GET /v1/models', first.list),
    served('a chat', first.chat),
    refused('a request without a key', first.noKey, 401),
    refused('an unknown key', first.unknownKey, 401),
    refused('a body that is not JSON', first.brokenBody, 400),
    refused('an unknown model', first.unknownModel, 404, 400),
  ];
}
