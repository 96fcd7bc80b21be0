import { isObject } from '@gateproof/harness';

/**
 * What an endpoint got, spelled as what was sent where both mean the same: a key with null that was not sent says nothing, and one part
 * of text is the text (the contract shows neither how endpoints are called nor the inner fields of messages and tools).
 */
export function spelledAs(sent: unknown, got: unknown): unknown {
  if (typeof sent === 'string' && Array.isArray(got) && got.length === 1) {
    const [part] = got;
    return isObject(part) && part.type === 'text' && typeof part.text === 'string' ? part.text : got;
  }
  // Parts of text may be sent on as one text.
  if (Array.isArray(sent) && typeof got === 'string') {
    const texts = sent.map((part) => (isObject(part) && part.type === 'text' ? part.text : undefined));
    return ['', ' ', '\n', '\n\n'].some((between) => got === texts.join(between)) ? sent : got;
  }
  if (Array.isArray(sent) && Array.isArray(got)) return got.map((item, place) => spelledAs(sent[place], item));
  if (!isObject(sent) || !isObject(got)) return got;
  const kept = Object.entries(got).filter(([name, value]) => value !== null || Object.hasOwn(sent, name));
  return Object.fromEntries(kept.map(([name, value]) => [name, spelledAs(sent[name], value)]));
}
