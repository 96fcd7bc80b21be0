import { errorTable } from '@gateproof/spec';
import { gate, type Schema } from '@gateproof/upstreams';
import type { AnswerFault } from './answer-fault.ts';

interface AnswerFaultDefinition<F extends AnswerFault> {
  readonly fields: Readonly<Record<Exclude<keyof F, 'kind'>, Schema>>;
  readonly required: readonly string[];
  /** What it does, in the third person without a full stop. */
  describe(fault: F): string;
}

const tellableCodes = [...errorTable.values()].filter(({ status }) => status !== null).map(({ code }) => code);

/** Every kind of fault between the gateway and its client. */
export const answerFaultCatalogue: {
  readonly [K in AnswerFault['kind']]: AnswerFaultDefinition<Extract<AnswerFault, { kind: K }>>;
} = {
  refuse: {
    fields: {
      code: { type: 'string', enum: tellableCodes },
      retryAfterMs: { type: 'integer', minimum: 0, description: 'The wait that is stated.' },
    },
    required: ['code'],
    describe: ({ code, retryAfterMs }) =>
      `refuses with ${code}${retryAfterMs === undefined ? '' : ` and a wait of ${retryAfterMs} ms`}`,
  },
  'lose-before-run': {
    fields: {},
    required: [],
    describe: () => 'loses the connection before the generation runs',
  },
  'lose-after-run': {
    fields: {},
    required: [],
    describe: () => 'loses the connection after the generation ran, before the answer',
  },
  'lose-in-answer': {
    fields: {
      afterEvents: { type: 'integer', minimum: 0, default: 1, description: 'Events of a stream that are sent before.' },
      generation: { type: 'string', enum: ['finishes', 'stops'], default: 'finishes' },
    },
    required: [],
    describe: ({ afterEvents = 1, generation = 'finishes' }) =>
      `loses the connection within the answer (of a stream: after ${afterEvents} events; its generation ${generation})`,
  },
  gate: { fields: gate.fields, required: gate.required, describe: gate.describe },
};
