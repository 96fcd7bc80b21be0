import { cassetteFormat } from '@gateproof/spec';
import type { Schema } from '@gateproof/upstreams';

const ms: Schema = { type: 'number', minimum: 0 };
const text: Schema = { type: 'string' };
const object = (properties: Readonly<Record<string, Schema>>, required: readonly string[]): Schema => ({
  ...{ type: 'object', properties, required, additionalProperties: false },
});

const request: Schema = {
  ...object(
    {
      method: { type: 'string', pattern: '^[A-Z]+$' },
      path: { type: 'string', pattern: '^/', description: 'With /v1, and with the query if there is one.' },
      json: { description: 'The body as a JSON value. Left out: any body.' },
    },
    ['method', 'path'],
  ),
  description: 'Which requests the exchange is for.',
};

const event: Schema = {
  ...object(
    {
      afterMs: { ...ms, description: 'Since what came before it. Default 0.' },
      event: text,
      id: text,
      json: { description: 'Data that is JSON.' },
      data: { ...text, description: 'Data that is not.' },
      comment: { ...text, description: 'A comment line, alone.' },
    },
    [],
  ),
};

const response: Schema = {
  ...object(
    {
      status: { type: 'integer', minimum: 200, maximum: 599 },
      headers: { type: 'object', description: 'Values by their names.' },
      afterMs: { ...ms, description: 'From the request to the status line. Default 0.' },
      json: { description: 'A body that is JSON.' },
      text: { ...text, description: 'Any other text.' },
      base64: { ...text, description: 'A body that is no text.' },
      events: { type: 'array', items: event, description: 'Server-sent events.' },
      ending: {
        ...{ type: 'string', enum: ['complete', 'cut', 'open'], default: 'complete' },
        description: 'cut: the connection is lost then; open: it stays open until the client closes it.',
      },
    },
    ['status'],
  ),
  description: 'At most one of json, text, base64 and events is the body.',
};

/** The one schema of cassettes; `schemas/cassette.schema.json` of the contract package is this, written out. */
export const cassetteSchema: Schema = object(
  {
    format: { type: 'string', const: cassetteFormat },
    target: { ...text, description: 'Base URL of the gateway that it was recorded from.' },
    recordedAt: text,
    exchanges: {
      type: 'array',
      items: object({ request, response }, ['request', 'response']),
      description: 'Of those that fit a request the first that was not played yet answers, or else the last.',
    },
  },
  ['format', 'exchanges'],
);
