import type { ClientCheck } from '../support/client/define-client-check.ts';
import { event, header, judged, large, otherWrong, wrong } from '../support/client/judged-delivery.ts';
import { plainEvent, signingSecret } from '../support/client/verifying.ts';

const otherSecret = 'whsec_abcdefghij0123456789';

/** Deliveries that a client must accept (Events › Signature). */
const accepted: readonly ClientCheck[] = [
  judged('genuine', true, 'a genuine delivery', {
    plain: {},
    'of a failed job': { body: JSON.stringify({ ...event, type: 'job.failed' }) },
    'of a canceled job': { body: JSON.stringify({ ...event, type: 'job.canceled' }) },
    large: { body: large },
    'some seconds old': { t: (nowS) => String(nowS - 9) },
  }),
  judged('exact-bytes', true, 'a genuine body that is written in an unusual way', {
    indented: { body: JSON.stringify(event, null, 2) },
    'escaped slashes': { body: plainEvent.replaceAll('/', '\\/') },
    'a newline at the end': { body: `${plainEvent}\n` },
    'white space around': { body: ` \r\n${plainEvent}\r\n ` },
    'a number in another spelling': { body: plainEvent.replace('"percent":100', '"percent":1.0e2') },
    'a number beyond doubles': { body: plainEvent.replace('"percent":100', '"percent":12345678901234567890') },
    unicode: { body: plainEvent.replace('succeeded"', 'succeeded","note":"Zoë \u{1F3A8} e\u0301"') },
    'escaped unicode': { body: plainEvent.replace('succeeded"', 'succeeded","note":"Zo\\u00eb"') },
    'fields in another order': { body: JSON.stringify(Object.fromEntries(Object.entries(event).reverse())) },
    'a name twice': { body: plainEvent.replace('{', '{"id":"evt_0",') },
  }),
  judged('first-v1', true, 'a delivery of whose v1 the first matches', {
    two: header(({ t, v1 }) => `t=${t},v1=${v1},v1=${wrong}`),
    three: header(({ t, v1 }) => `t=${t},v1=${v1},v1=${wrong},v1=${otherWrong}`),
  }),
  judged('second-v1', true, 'a delivery of whose v1 the second or third matches', {
    two: header(({ t, v1 }) => `t=${t},v1=${wrong},v1=${v1}`),
    three: header(({ t, v1 }) => `t=${t},v1=${wrong},v1=${otherWrong},v1=${v1}`),
  }),
  judged('each-secret', true, 'a delivery that one of several given secrets signs', {
    'the second of two': { secrets: [otherSecret, signingSecret] },
    'the first of two': { secrets: [signingSecret, otherSecret] },
    'the third of three': { secrets: [otherSecret, 'whsec_retired', signingSecret] },
    'the second, behind a v1 of nobody': {
      secrets: [otherSecret, signingSecret],
      header: ({ t, v1 }) => `t=${t},v1=${wrong},v1=${v1}`,
    },
  }),
  judged('unknown-entry', true, 'a matching v1 beside an entry that is no v1 of 64 digits', {
    'after it': header(({ t, v1 }) => `t=${t},v1=${v1},v0=${wrong}`),
    'before it': header(({ t, v1 }) => `t=${t},kid=1,v1=${v1}`),
    'a v1 of two digits': header(({ t, v1 }) => `t=${t},v1=ab,v1=${v1}`),
    'of a newer scheme': header(({ t, v1 }) => `t=${t},v2=${otherWrong},v1=${v1}`),
  }),
  judged('entry-order', true, 't after other entries', {
    one: header(({ t, v1 }) => `v1=${v1},t=${t}`),
    between: header(({ t, v1 }) => `v1=${wrong},t=${t},v1=${v1}`),
    'behind an unknown entry': header(({ t, v1 }) => `kid=1,t=${t},v1=${v1}`),
  }),
];
export default accepted;
