import type { Behaviour } from '../../behaviour/behaviour.ts';
import { referenceCompletions } from '../../behaviour/completions.ts';
import { referenceRouting } from '../../behaviour/routing.ts';
import { referenceStreaming, type StreamingBehaviour } from '../../behaviour/streaming.ts';

/** In which forms an endpoint's plain answer is passed on unread. */
export interface PlainForms {
  readonly completion: boolean;
  readonly stream: boolean;
}

/** The forms in which the behaviour passes answers on as the reference does; in the others it has a say in what an endpoint's answer becomes. */
export function plainFormsOf({ completions, routing, streaming }: Behaviour): PlainForms {
  const isPlain = routing.isEmpty === referenceRouting.isEmpty;
  const streams = Object.entries(referenceStreaming).every(
    ([name, member]) => streaming[name as keyof StreamingBehaviour] === member,
  );
  return {
    completion: isPlain && completions.completion === referenceCompletions.completion,
    stream: isPlain && streams,
  };
}
