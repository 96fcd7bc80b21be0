import { type Behaviour, patch } from '@gateproof/simulator/behaviour';
import { answering, answeringBody, isObject, type JsonObject } from '../changes/exchange-changes.ts';
import { differing } from '../differing.ts';
import type { Variation } from '../variation.ts';

const inUsage = (rendered: JsonObject, change: (cost: JsonObject) => JsonObject) =>
  isObject(rendered.usage) && isObject(rendered.usage.cost)
    ? { ...rendered, usage: { ...rendered.usage, cost: change(rendered.usage.cost) } }
    : rendered;

/** The JSON that is sent: another variation may have spelled it already. */
const jsonOf = (body: unknown): string => (typeof body === 'string' ? body : JSON.stringify(body));

/** Delivers each so-and-so-many-th acknowledged event once more. */
const duplicating =
  (every: number) =>
  (behaviour: Behaviour): Behaviour => {
    let acknowledged = 0;
    return patch('webhooks', ({ isSuccess }) => ({
      isSuccess(answer, attempt) {
        if (!isSuccess(answer, attempt)) return false;
        acknowledged += 1;
        return attempt.number > 1 || acknowledged % every !== 0;
      },
    }))(behaviour);
  };

/** How the same things may be rendered in other words, other fields beside them, or other spellings. */
export const renderingVariations: readonly Variation[] = [
  differing(
    'telling.cost-status',
    'F004',
    'renders every cost as estimated',
    patch('jobs', ({ render }) => ({
      render: (view) => inUsage(render(view), (cost) => ({ ...cost, cost_status: 'estimated' })),
    })),
  ),
  differing(
    'telling.region',
    'F006',
    'renders a region of another spelling',
    patch('jobs', ({ render }) => ({
      render(view) {
        const rendered = render(view);
        const metadata = rendered[view.metadataField];
        return isObject(metadata)
          ? { ...rendered, [view.metadataField]: { ...metadata, region: 'EU (Frankfurt) #1' } }
          : rendered;
      },
    })),
  ),
  differing(
    'telling.job-error-message',
    'F112',
    'words the errors of jobs otherwise',
    patch('jobs', { errorOf: (error) => ({ ...error, message: `Sorry! (${error.code})` }) }),
  ),
  differing(
    'telling.number-spelling',
    'F136',
    'spells costs with an exponent',
    answering((answer) => {
      const text = jsonOf(answer.body);
      const spelled = text.replace(/"billing_usd":(\d+(?:\.\d+)?)([,}])/g, (_all, usd: string, end: string) => {
        return `"billing_usd":${Number(usd).toExponential()}${end}`;
      });
      return spelled === text ? answer : { ...answer, body: spelled };
    }),
  ),
  differing(
    'telling.pretty',
    'F136',
    'indents its JSON',
    answering((answer) => ({ ...answer, body: JSON.stringify(JSON.parse(jsonOf(answer.body)), null, 2) })),
  ),
  differing(
    'telling.escaped',
    'F136',
    'escapes slashes and what is not ASCII in its JSON',
    answering((answer) => ({
      ...answer,
      body: jsonOf(answer.body)
        // What comes again may be escaped already.
        .replace(/(?<!\\)\//g, '\\/')
        .replace(/[\u0080-\uffff]/g, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`),
    })),
  ),
  differing(
    'telling.sorted',
    'F057',
    'renders fields in the order of the alphabet, and more fields than are asked for',
    answeringBody((body, { route }) => {
      // A Job is rendered in events as well, where the same fields would have to stand.
      const isJob = route !== 'chat' && !route.startsWith('model-');
      const more = isObject(body.error) || isJob ? body : { ...body, x_more: { of: ['this'] } };
      return Object.fromEntries(Object.entries(more).sort(([one], [other]) => one.localeCompare(other)));
    }),
  ),
  differing(
    'telling.unknown-model-words',
    'F060',
    'words the refusal of an unknown model otherwise',
    patch('errors', ({ message }) => ({
      message: (error) =>
        error.code === 'no_endpoint_available' && error.details.scope === 'model'
          ? `Nothing here is called so: ${message(error).replace(/^.*?([\w.-]+\/[\w.-]+).*$/, '$1')}`
          : message(error),
    })),
  ),
  differing(
    'telling.sporadic-duplicate',
    'F092',
    'delivers one event in thirteen once more although it was acknowledged',
    duplicating(13),
  ),
  differing(
    'telling.frequent-duplicate',
    'F092',
    'delivers one event in four once more although it was acknowledged',
    duplicating(4),
  ),
];
