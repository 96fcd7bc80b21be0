import { freedomRows } from '../change.ts';
import { codeAnswers } from '../operators/answers.ts';
import { accepting, and, streams } from '../scopes/requests.ts';

/** How answers may be coded for clients that accept it. */
export const codingVariations = freedomRows({
  'F161 answer.coded.gzip': codeAnswers(accepting('gzip'), { label: 'gzip', data: 'gzip' }),
  'F161 answer.coded.x-gzip': codeAnswers(accepting('gzip'), { label: 'X-GZIP', data: 'gzip' }),
  'F161 answer.coded.br': codeAnswers(accepting('br'), { label: 'br', data: 'br' }),
  'F161 answer.coded.deflate': codeAnswers(accepting('deflate'), { label: 'deflate', data: 'deflate' }),
  'F161 answer.coded.raw-deflate': codeAnswers(accepting('deflate'), { label: 'deflate', data: 'raw-deflate' }),
  'F161 answer.coded.identity': codeAnswers(accepting(''), { label: 'identity', data: 'plain' }),
  'F161 answer.coded.stream-late': codeAnswers(and(streams, accepting('gzip')), {
    label: 'gzip',
    data: 'gzip',
    flushes: 'late',
  }),
});
