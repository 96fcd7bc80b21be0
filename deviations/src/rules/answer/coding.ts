import { each, overrule, rows } from '../../change.ts';
import { codeAnswers } from '../../operators/answers.ts';
import { accepting, and, at, everywhere, not, streams, where } from '../../scopes/requests.ts';

const gzip = { label: 'gzip', data: 'gzip' } as const;
const plainAsGzip = { label: 'gzip', data: 'plain' } as const;
const brotli = { label: 'br', data: 'br' } as const;
const acceptsGzip = accepting('gzip');
const withoutStream = not(streams);

/** Content codings that no client can read, or that hold streams back. */
export const answerCoding = rows('answer', {
  'coding.accepted': codeAnswers(everywhere, gzip),
  'coding.accepted:streams': codeAnswers(streams, gzip),
  'coding.accepted:lists': codeAnswers(at('model-list'), gzip),
  'coding.accepted:another': codeAnswers(and(acceptsGzip, not(accepting('br'))), brotli),
  'coding.accepted:no-such': codeAnswers(everywhere, { label: 'utf-8', data: 'plain' }),
  'coding.decodes': codeAnswers(everywhere, plainAsGzip),
  'coding.decodes:streams': codeAnswers(streams, plainAsGzip),
  'coding.decodes:where-accepted': codeAnswers(acceptsGzip, plainAsGzip),
  'coding.decodes:another': codeAnswers(accepting('br'), { label: 'br', data: 'gzip' }),
  'coding.decodes:cut': codeAnswers(and(acceptsGzip, withoutStream), { label: 'gzip', data: 'cut-gzip' }),
  'coding.decodes:unlabelled': codeAnswers(acceptsGzip, { label: undefined, data: 'gzip' }),
  'coding.decodes:errors': overrule('exchanges.coding', 'labels plain errors gzip', (present, request, answer) =>
    answer.status >= 400 && acceptsGzip.covers(request) ? plainAsGzip : present(request, answer),
  ),
  ...each('coding.stream-flows:*', ['gzip', 'br', 'deflate'], (coding) =>
    codeAnswers(where(streams, `for clients that accept ${coding}`, accepting(coding).covers), {
      label: coding,
      data: coding,
      flushes: 'at-end',
    }),
  ),
});
