import type { JsonObject } from '@gateproof/harness';

/** The common format has two names for the most tokens of a reply, and a gateway may know which of them its endpoint takes. */
const otherNames: Readonly<Record<string, string>> = {
  max_tokens: 'max_completion_tokens',
  max_completion_tokens: 'max_tokens',
};

/** A field of the client's body as the endpoint got it, under its name or another one of the same meaning; undefined when it did not. */
export function forwardedField(sent: JsonObject, name: string): unknown {
  const other = otherNames[name];
  return sent[name] === undefined && other !== undefined ? sent[other] : sent[name];
}
