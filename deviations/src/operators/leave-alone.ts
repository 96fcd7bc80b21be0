import type { SeenRequest } from '@gateproof/simulator/behaviour';
import { afterwards, type Change, remembering } from '../change.ts';
import { isObject } from '../requests/seen.ts';
import { type Scope, where } from '../scopes/requests.ts';
import { refuse } from './answers.ts';

const afterFailures = 3;
const modelOf = ({ account, body }: SeenRequest): string =>
  `${account?.id} ${isObject(body) ? String(body.model) : ''}`;

/** Leaves a model alone once requests of a scope failed three times in a row with it, and refuses the next ones with a code. */
export const leaveAlone = (scope: Scope, code = 'no_endpoint_available'): Change =>
  remembering(() => {
    const failures = new Map<string, number>();
    const words = `for models that failed ${afterFailures} times in a row`;
    const again = where(scope, words, (request) => (failures.get(modelOf(request)) ?? 0) >= afterFailures);
    return [
      afterwards('', (request, answer) => {
        if (answer === undefined || !scope.covers(request)) return;
        const failed = answer.status >= 500 || hasFailingModel(request);
        failures.set(modelOf(request), failed ? (failures.get(modelOf(request)) ?? 0) + 1 : 0);
      }),
      refuse(again, code, 'No endpoint of the model is healthy.'),
    ];
  });

/** Whether the last job of the account with the requested model failed. */
function hasFailingModel({ account, body }: SeenRequest): boolean {
  const jobs = [...(account?.jobs.values() ?? [])].filter(({ model }) => isObject(body) && model === body.model);
  return jobs.some(({ stage }) => stage.state === 'failed');
}
