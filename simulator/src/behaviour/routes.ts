import type { RouteName } from '../records/route-name.ts';

/** Where the routes lie (Endpoints; Versioning, 1). */
export interface RouteBehaviour {
  /** Path patterns: `:id` stands for one segment, `*` for the rest. */
  readonly paths: Readonly<Record<RouteName, string>>;
}

export const referenceRoutes: RouteBehaviour = {
  paths: {
    chat: '/v1/chat/completions',
    image: '/v1/images/generations',
    transcription: '/v1/audio/transcriptions',
    'job-get': '/v1/jobs/:id',
    'job-cancel': '/v1/jobs/:id/cancel',
    'model-list': '/v1/models',
    'model-get': '/v1/models/*',
  },
};
