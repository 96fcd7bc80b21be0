import type { ScriptedAnswer } from '@gateproof/harness';
import type { ClientCheck } from '../support/client/define-client-check.ts';
import { completion, event, jobBody } from '../support/client/replies.ts';
import { chatHeard, isIn, jobHeard, streamHeard, tolerates } from '../support/client/tolerates.ts';

const plain = completion('fine').body as Readonly<Record<string, unknown>>;
const without = (...names: readonly string[]): ScriptedAnswer => ({
  body: Object.fromEntries(Object.entries(plain).filter(([name]) => !names.includes(name))),
});
const { completed_at: _end, output: _output, progress: _progress, ...bareJob } = jobBody('succeeded');

/** What a client must tolerate in answers (Resources). */
const optionalFields: ClientCheck = tolerates('client.answer.optional-fields', 'no optional fields', {
  'a completion of choices alone': chatHeard(without('id', 'object', 'created', 'model', 'usage')),
  'a completion without usage': chatHeard(without('usage')),
  'a completion without id': chatHeard(without('id')),
  'a completion without model': chatHeard(without('model')),
  'a completion without object and created': chatHeard(without('object', 'created')),
  'a queued job without optional fields': jobHeard({ ...bareJob, state: 'queued', progress: {} }),
  'a succeeded job without optional fields': jobHeard({ ...bareJob, progress: {} }),
  'a finished job without output, waited for': jobHeard({ ...bareJob, progress: {} }, 'wait_job'),
  'a job whose metadata is empty': jobHeard({ ...bareJob, progress: {}, svc_metadata: {} }),
  'an accepted job without optional fields': {
    op: 'create_image',
    answer: { status: 202, body: { ...bareJob, state: 'queued', progress: {} } },
    hears: isIn('queued'),
  },
  'chunks of choices alone': streamHeard(
    ...['fi', 'ne'].map((content) => event({ choices: [{ index: 0, delta: { content } }] })),
    event({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] }),
  ),
  'an output item without optional fields': jobHeard(
    jobBody('succeeded', { output: [{ url: 'https://files.example.com/1' }] }),
  ),
});

export default optionalFields;
