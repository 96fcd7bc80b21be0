import type { FastifyRequest } from 'fastify';
import { admitRequest } from '../domain/admission/admit-request.ts';
import { authenticate } from '../domain/admission/authenticate.ts';
import type { RouteName } from '../records/route-name.ts';
import type { Caller } from '../tenants/admission-request.ts';
import type { GatewayOptions } from './gateway-options.ts';

/** Who asks, from where; throws the refusal of a caller who may not ask at all. */
export function identifyCaller(options: GatewayOptions, request: FastifyRequest, route: RouteName): Caller {
  const { behaviour, registry } = options;
  const { account, key } = authenticate(behaviour.authentication, registry, request.headers.authorization, route);
  const caller: Caller = { account, key, address: request.ip, requestId: request.id, route };
  admitRequest(behaviour.admission, caller);
  return caller;
}
