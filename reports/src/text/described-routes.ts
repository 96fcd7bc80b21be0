import type { ResultDocument } from '@gateproof/harness';

/** The routes that a profile describes in the place of the contract's, in words: `chat at /openai/chat`. Empty where it describes none. */
export function describedRoutes({ target }: ResultDocument): string {
  return Object.entries(target.routes ?? {})
    .flatMap(([route, at]) =>
      typeof at === 'string'
        ? [`${route} at ${at}`]
        : Object.entries(at).map(([model, path]) => `${route} of ${model} at ${path}`),
    )
    .join(', ');
}
