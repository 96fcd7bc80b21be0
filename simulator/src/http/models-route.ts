import type { FastifyInstance } from 'fastify';
import { GatewayError } from '../errors/gateway-error.ts';
import type { GatewayOptions } from './gateway-options.ts';
import { identifyCaller } from './identify-caller.ts';

/** `GET /v1/models` and `GET /v1/models/{author}/{slug}`, the slash raw or encoded. */
export function modelsRoute(app: FastifyInstance, options: GatewayOptions): void {
  const { models: behaviour, routes } = options.behaviour;

  app.get(routes.paths['model-list'], async (request, reply) => {
    const { account, key } = identifyCaller(options, request, 'model-list');
    const visible = behaviour.visible([...account.models.values()], key.restrictions.models);
    const list = { object: 'list', data: visible.map((model) => behaviour.render(model, 'list')) };
    return reply.header('content-type', 'application/json; charset=utf-8').send(JSON.stringify(list));
  });

  app.get<{ Params: { '*': string } }>(routes.paths['model-get'], async (request, reply) => {
    const { account, key } = identifyCaller(options, request, 'model-get');
    const id = request.params['*'];
    const model = [...account.models.values()].find((candidate) => behaviour.matches(candidate, id));
    if (model === undefined) throw new GatewayError('model_not_found', `There is no model ${id}.`, { scope: 'model' });
    const allowed = key.restrictions.models;
    if (allowed !== undefined && behaviour.forbiddenCode !== undefined && !allowed.includes(model.id)) {
      throw new GatewayError(behaviour.forbiddenCode, "The model is outside the key's set.", { scope: 'model' });
    }
    return reply
      .header('content-type', 'application/json; charset=utf-8')
      .send(JSON.stringify(behaviour.render(model, 'get')));
  });
}
