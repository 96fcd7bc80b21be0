import { type Header, type Model, modelPath, type RequestOptions } from '@gateproof/harness';
import { hello } from './chat-bodies.ts';

/** The seven routes of the contract, by the last part of the rule ids that speak of them. */
export const routeNames = [
  'chat',
  'image',
  'transcription',
  'job-get',
  'job-cancel',
  'model-list',
  'model-get',
] as const;
export type RouteName = (typeof routeNames)[number];

/** A request to each route that is valid but for its job id, which no job has; headers are the caller's. */
export function requestTo(route: RouteName, model: Model, headers: readonly Header[]): RequestOptions {
  switch (route) {
    case 'chat':
      return { method: 'POST', path: '/v1/chat/completions', headers, body: { model: model.id, messages: hello } };
    case 'image':
      return { method: 'POST', path: '/v1/images/generations', headers, body: { ...model.inputs, model: model.id } };
    case 'transcription':
      return { method: 'POST', path: '/v1/audio/transcriptions', headers, body: { ...model.inputs, model: model.id } };
    case 'job-get':
      return { method: 'GET', path: '/v1/jobs/job_gateproofunknown', headers };
    case 'job-cancel':
      return { method: 'POST', path: '/v1/jobs/job_gateproofunknown/cancel', headers };
    case 'model-list':
      return { method: 'GET', path: '/v1/models', headers };
    case 'model-get':
      return { method: 'GET', path: modelPath(model.id), headers };
  }
}

/** The header that carries a key. */
export function bearer(secret: string): Header {
  return ['Authorization', `Bearer ${secret}`];
}
