import type { BadClient, ClientChanges, JsonObject } from '../client-behaviour.ts';
import { referenceClient as right } from '../reference-client.ts';
import { failed, referenceOperations } from '../reference-operations.ts';

/** Reads errors of some content types alone. */
const errorsOf = (isRead: (type: string) => boolean): ClientChanges => ({
  readFailure: (status, headers, text) =>
    right.readFailure(status, headers, isRead(headers.get('content-type') ?? '') ? text : ''),
});

/** Clients that compare a Content-Type with a text. */
export const charsetDeviations: readonly BadClient[] = [
  { id: 'client.answer.charset', changes: errorsOf((type) => type === 'application/json') },
  { id: 'client.answer.type-case', changes: errorsOf((type) => type.startsWith('application/json')) },
  {
    id: 'client.answer.charset:streams',
    changes: {
      operations: {
        ...referenceOperations,
        chat_stream: (tools, given) =>
          referenceOperations.chat_stream(
            {
              behaviour: tools.behaviour,
              memory: tools.memory,
              pause: (ms) => tools.pause(ms),
              nowMs: () => tools.nowMs(),
              sendJson: (op, of, body) => tools.sendJson(op, of, body),
              async send(op, of, body) {
                const sent = await tools.send(op, of, body);
                if (sent.response.headers.get('content-type') !== 'text/event-stream') throw failed('no stream');
                return sent;
              },
            },
            given,
          ),
      },
    },
  },
  {
    id: 'client.answer.charset:jobs',
    changes: {
      operations: {
        ...referenceOperations,
        get_job: async (tools, given) => {
          const { response } = await tools.send('get_job', given);
          const isJson = response.headers.get('content-type') === 'application/json';
          return isJson ? right.job((await response.json()) as JsonObject, given) : { text: await response.text() };
        },
      },
    },
  },
];
