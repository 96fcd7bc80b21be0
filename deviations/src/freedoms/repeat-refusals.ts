import { freedomRows, remembering } from '../change.ts';
import { all, set } from '../edits/fields.ts';
import { answerWith, refuse } from '../operators/answers.ts';
import { inErrors } from '../operators/edit-messages.ts';
import { refuseUrls } from '../operators/registration.ts';
import { amongRepeats, refuseRepeats } from '../operators/repeats.ts';
import { withOtherHeaders } from '../scopes/memory.ts';
import { requests, streams } from '../scopes/requests.ts';

const withoutCredit = requests('without credit', ({ account }) => account !== undefined && account.creditUsd <= 0);
const details = all(set('state', { name: 'finished' }), set('usage', { units: { requests: 1 } }), set('cost', null));

/** What may be refused of requests that come again, and of webhook URLs. */
export const repeatRefusalVariations = freedomRows({
  'F102 refusal.public-literals': refuseUrls('addresses', /^https:\/\/(\d+\.\d+\.\d+\.\d+(?=[:/?#]|$)|\[)/),
  'F038 refusal.repeated-streams': refuseRepeats(streams, 'idempotency_conflict'),
  'F037 refusal.other-headers': remembering(() => refuse(withOtherHeaders(), 'idempotency_conflict')),
  'F041 refusal.replay-before-credit': amongRepeats(withoutCredit, (repeats, first) =>
    answerWith(repeats, 'the first result', (request) => {
      return (first(request)?.status ?? 500) < 300 ? first(request) : undefined;
    }),
  ),
  'F022 refusal.conflict-details': inErrors(details, 'idempotency_conflict'),
});
