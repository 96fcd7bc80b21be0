import { objectOf } from '../exchange/json-of.ts';
import { likelyRouteOf } from '../exchange/route-of.ts';
import { modelLists } from './answer-kinds.ts';
import type { Repair } from './repair.ts';
import { withJson } from './rewrite.ts';

/** `{"data": […]}`. */
export const modelListObject: Repair = {
  id: 'model-list-object',
  sentence: 'The model list carries no `object`.',
  states: ['model.list.object'],
  concerns: modelLists,
  mend(exchange) {
    const body = likelyRouteOf(exchange) === 'models' ? objectOf(exchange) : undefined;
    if (body === undefined || !Array.isArray(body.data) || body.object !== undefined) return undefined;
    return withJson(exchange.response, { object: 'list', ...body });
  },
};
