import { type ApiKey, GatewayError, patch, type SeenRequest } from '@gateproof/simulator/behaviour';
import type { Deviation } from '../../deviation.ts';
import { breaking } from '../breaking.ts';

const refused = (when: (request: SeenRequest) => boolean, code: string) =>
  patch('exchanges', ({ refusal }) => ({
    refusal: (request) => refusal(request) ?? (when(request) ? refusalOf(code) : undefined),
  }));

const refusalOf = (code: string) => new GatewayError(code, 'This is refused.', { scope: 'request' });
const restrictionOf = ({ key }: SeenRequest): ApiKey['restrictions'] | undefined => key?.restrictions;

/** Models that a restricted key is refused where they are good. */
export const keyUseCorners: readonly Deviation[] = [
  breaking(
    'model.get.listed:restricted',
    'tells a key with a model set about the first model of the set only',
    refused((request) => {
      const [, ...others] = restrictionOf(request)?.models ?? [];
      return request.route === 'model-get' && others.some((id) => decodeURIComponent(request.path).endsWith(id));
    }, 'forbidden'),
  ),
  breaking(
    'model.list.restricted-complete:gone',
    'fails on the list for a key whose set names a model that is gone',
    refused(
      (request) =>
        request.route === 'model-list' &&
        (restrictionOf(request)?.models ?? []).some((id) => request.account?.models.has(id) === false),
      'internal_error',
    ),
  ),
];
