import { type Behaviour, patch, type SeenRequest } from '@gateproof/simulator/behaviour';

const completion = {
  id: 'chatcmpl_served',
  object: 'chat.completion',
  created: 1_790_000_000,
  choices: [{ index: 0, message: { role: 'assistant', content: 'Hello.' }, finish_reason: 'stop' }],
};

/** Serves chat requests with a completion in JSON before anything else looks at them. */
export function serving(when: (request: SeenRequest) => boolean): (behaviour: Behaviour) => Behaviour {
  return patch('exchanges', ({ instead }) => ({
    instead: (request) =>
      request.route === 'chat' && when(request)
        ? { status: 200, contentType: 'application/json', body: completion }
        : instead(request),
  }));
}
