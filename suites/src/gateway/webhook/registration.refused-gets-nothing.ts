import { defineCheck, expectThat, SetupFailed } from '@gateproof/harness';
import { every } from '../../support/every.ts';
import { firstAttempt, listen } from '../../support/webhooks.ts';

/** A refused URL whose connections would come to our receiver: nothing must arrive there. */
const refusedGetsNothing = defineCheck({
  rule: 'webhook.registration.refused-gets-nothing',
  ...every('port', 'scheme'),
  async decide(world, defect) {
    const listening = await listen(world);
    const { account, webhook } = listening;
    const base = new URL(webhook.url);
    const path = `${base.pathname}/refused`;
    const url = defect === 'port' ? `https://${base.hostname}:8443${path}` : `http://${base.hostname}${path}`;
    const registration = await account.registerWebhook(url, { toUs: true });
    if (registration.accepted) {
      throw new SetupFailed(`${url} was registered`, {
        prerequisite: defect === 'port' ? 'webhook.registration.other-port' : 'webhook.registration.http',
      });
    }
    await firstAttempt(world, listening);
    await firstAttempt(world, listening);
    const toRefused = webhook.deliveries().filter(({ request }) => new URL(request.url).pathname.endsWith('/refused'));
    expectThat(world, toRefused.length === 0, {
      expected: 'no delivery to a URL whose registration was refused',
      observed: `${toRefused.length} deliveries`,
      exchanges: toRefused.map(({ id }) => id),
    });
  },
});

/** Where registrations were refused (Events; Limits). */
export default [refusedGetsNothing];
