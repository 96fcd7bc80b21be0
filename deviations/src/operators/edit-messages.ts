import { type Behaviour, patch } from '@gateproof/simulator/behaviour';
import type { Change } from '../change.ts';
import { answering, answeringBody, errorIn } from '../changes/exchange-changes.ts';
import { inChunks } from '../changes/in-chunks.ts';
import { inCompletions } from '../changes/in-completions.ts';
import type { Edit } from '../edits.ts';
import type { JobEdit } from '../job-edits.ts';
import { allOf, type JobScope } from '../job-scopes.ts';
import { everywhere, type Scope } from '../scopes.ts';

/** Answers of JSON to the requests of a scope. */
export function inAnswers(scope: Scope, { words, change }: Edit): Change {
  return {
    summary: `sends ${words} ${scope.words}`.trimEnd(),
    apply: answeringBody((body, request) => (scope.covers(request) ? change(body) : body)),
  };
}

/** Every rendered Job, in answers and in events, or those that the scopes cover. */
export function inJobs({ words, change }: JobEdit, ...scopes: readonly JobScope[]): Change {
  const scope = allOf(scopes);
  return {
    summary: `renders jobs with ${words} ${scope.words}`.trimEnd(),
    apply: patch('jobs', ({ render }) => ({
      render: (view) => (scope.covers(view) ? change(render(view), view) : render(view)),
    })),
  };
}

/** Every rendered Model, in the list and by itself; or in one of them. */
export function inModels({ words, change }: Edit, only?: 'list' | 'get'): Change {
  const place = only === undefined ? '' : only === 'list' ? ' in the list' : ' when asked for one';
  return {
    summary: `renders models with ${words}${place}`,
    apply: patch('models', ({ render }) => ({
      render(model, where) {
        const present = render(model, where);
        return only === undefined || only === where ? change(present) : present;
      },
    })),
  };
}

/** The `error` object of every envelope and failure chunk, or of those with one of the codes. */
export function inErrors({ words, change }: Edit, ...codes: readonly string[]): Change {
  return {
    summary: `sends errors with ${words}${codes.length === 0 ? '' : ` for ${codes.join(' and ')}`}`,
    apply: (behaviour: Behaviour) => {
      const present = behaviour.errors;
      return {
        ...behaviour,
        errors: {
          ...present,
          body(error, requestId) {
            const body = present.body.call(this, error, requestId);
            return codes.length === 0 || codes.includes(error.code) ? change(body) : body;
          },
        },
      };
    },
  };
}

/** Whole completions. */
export function inWholeCompletions({ words, change }: Edit): Change {
  return { summary: `sends completions with ${words}`, apply: inCompletions((body) => change(body)) };
}

/** Every chunk of a stream. */
export function inEveryChunk({ words, change }: Edit): Change {
  return { summary: `sends chunks with ${words}`, apply: inChunks((chunk) => change(chunk)) };
}

/** What endpoints are sent. */
export function inUpstreamRequests({ words, change }: Edit): Change {
  return {
    summary: `sends endpoints ${words}`,
    apply: patch('routing', ({ upstreamBody }) => ({
      upstreamBody: (body, model, serviceField) => change(upstreamBody(body, model, serviceField)),
    })),
  };
}

/** The error of a code, sent to the requests of a scope. */
export function inErrorsTo(scope: Scope, code: string, { words, change }: Edit): Change {
  return {
    summary: `sends ${code} with ${words} ${scope.words}`.trimEnd(),
    apply: answering((answer, request) => {
      const error = errorIn(answer);
      if (error?.code !== code || !scope.covers(request)) return answer;
      return { ...answer, body: { error: change(error) } };
    }),
  };
}

/** Answers everywhere. */
export const inEveryAnswer = (edit: Edit): Change => inAnswers(everywhere, edit);
