import { type Behaviour, patch } from '@gateproof/simulator';
import type { RequestStep, RunStep } from '@gateproof/simulator/behaviour';
import type { JsonObject } from '@gateproof/spec';

export type { JsonObject } from '@gateproof/spec';

type TakeOut = (behaviour: Behaviour) => Behaviour;

/** The object without some of its fields. */
export function without(object: JsonObject, ...fields: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([field]) => !fields.includes(field)));
}

/** The rule that is broken where a route is not there: the simulator refuses unknown paths with a code of its own. */
export const unlistedCode = 'error.envelope.code-known';

/** Leaves out a check of requests, and of those that run a model. */
export function withoutStep(step: RequestStep | RunStep): TakeOut {
  return patch('admission', ({ requestSteps, runSteps }) => ({
    requestSteps: (caller) => requestSteps(caller).filter((one) => one !== step),
    runSteps: (...asked) => runSteps(...asked).filter((one) => one !== step),
  }));
}

/** Moves routes to where nobody asks for them. */
export function unrouted(...routes: readonly (keyof Behaviour['routes']['paths'])[]): TakeOut {
  return patch('routes', ({ paths }) => ({
    paths: { ...paths, ...Object.fromEntries(routes.map((route) => [route, `/nowhere${paths[route]}`])) },
  }));
}

/** Changes completions and the chunks of streams as they go out. */
export function inReplies(change: (reply: JsonObject) => JsonObject): TakeOut {
  return (behaviour) => ({
    ...behaviour,
    completions: {
      ...behaviour.completions,
      completion: (...facts) => change(behaviour.completions.completion(...facts)),
    },
    streaming: {
      ...behaviour.streaming,
      chunk(...facts) {
        const chunk = behaviour.streaming.chunk(...facts);
        return chunk === undefined ? undefined : change(chunk);
      },
    },
  });
}

/** Changes each choice of a completion or a chunk. */
export function inChoices(change: (choice: JsonObject) => JsonObject): TakeOut {
  return inReplies((reply) =>
    Array.isArray(reply.choices) ? { ...reply, choices: (reply.choices as JsonObject[]).map(change) } : reply,
  );
}

/** Changes what endpoints are sent. */
export function forwarding(change: (body: JsonObject) => JsonObject): TakeOut {
  return patch('routing', ({ upstreamBody }) => ({
    upstreamBody: (...facts) => change(upstreamBody(...facts)),
  }));
}

/** Changes Jobs wherever they are shown. */
export function inJobs(change: (job: JsonObject) => JsonObject): TakeOut {
  return patch('jobs', ({ render }) => ({ render: (view) => change(render(view)) }));
}

/** Changes one object inside another, where it is there. */
export function inside(object: JsonObject, field: string, change: (inner: JsonObject) => JsonObject): JsonObject {
  const inner = object[field];
  return typeof inner === 'object' && inner !== null ? { ...object, [field]: change(inner as JsonObject) } : object;
}

/** Changes each output item of a Job. */
export function inOutput(change: (item: JsonObject) => JsonObject): TakeOut {
  return inJobs((job) =>
    Array.isArray(job.output) ? { ...job, output: (job.output as JsonObject[]).map(change) } : job,
  );
}

/** Changes the `error` object of every error. */
export function inErrors(change: (error: JsonObject) => JsonObject): TakeOut {
  return patch('errors', ({ body }) => ({
    body(error, requestId) {
      return change(body.call(this, error, requestId));
    },
  }));
}
