import { countWords } from '@gateproof/upstreams';

/**
 * An approximation that needs no tokenizer: words separated by white space, over all strings of the messages' contents. A word is at
 * least one token in every tokenizer, so what this finds too long is too long.
 */
export function countTokens(messages: unknown): number {
  if (!Array.isArray(messages)) return 0;
  return messages.reduce((sum: number, message) => sum + contentTokens(message?.content), 0);
}

function contentTokens(content: unknown): number {
  if (typeof content === 'string') return countWords(content);
  if (!Array.isArray(content)) return 0;
  return content.reduce((sum: number, part) => sum + contentTokens(part?.text), 0);
}
