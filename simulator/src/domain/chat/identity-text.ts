import type { CompletionIdentity } from '../../behaviour/streaming.ts';

/** How the JSON of a completion, or of a chunk, begins in the reference: what a plain answer lacks. */
export function identityText({ id, createdAtS, model }: CompletionIdentity, object: string): string {
  return `{"id":"${id}","object":"${object}","created":${createdAtS},"model":${JSON.stringify(model)},`;
}
