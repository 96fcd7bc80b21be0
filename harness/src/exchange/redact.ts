import { shellWord } from './shell-word.ts';

/** Knows the secrets of a run and puts placeholders in their place. */
export interface Redactor {
  /**
   * Makes a secret known. Its placeholder is `$GATEPROOF_<label>`, numbered from the second of a label on. Secrets under four characters
   * can't be distinguished from other text and stay. Label: `KEY` by default.
   */
  add(secret: string, label?: string): void;
  /** Makes a secret known that an environment variable holds. Its placeholder is `$<variable>`. */
  addVariable(secret: string, variable: string): void;
  /**
   * Makes the value of a header known. It is replaced where it stands behind its name, also as a word of a shell command, in which its placeholder
   * `$<variable>` is then filled in; and anywhere else unless it is so short that other text may have it too.
   */
  addHeader(name: string, value: string, variable: string): void;
  /**
   * Replaces every known secret by value: plain, percent-encoded, escaped for JSON or for a double-quoted shell word; also the beginning of one
   * that `…` cuts.
   */
  redact(text: string): string;
}

const shortestSecret = 4;
/** A shorter value of a header may be a common word, such as the name of a provider. */
const shortestHeader = 12;

/** The spellings of secrets that begin alike: how long they are, the longest first, and what is put in their place. */
interface Spellings {
  readonly lengths: readonly number[];
  readonly placeholders: Map<string, string>;
}

/** A redactor that knows no secret yet. Its cost grows with the text, not with the number of secrets. */
export function createRedactor(): Redactor {
  const counts = new Map<string, number>();
  const known = new Set<string>();
  /** Spellings by their first characters. */
  const byHead = new Map<string, Spellings>();
  const firsts = new Set<number>();
  const replace = (spelling: string, placeholder: string): void => {
    const head = spelling.slice(0, shortestSecret);
    firsts.add(head.charCodeAt(0));
    const { lengths, placeholders }: Spellings = byHead.get(head) ?? { lengths: [], placeholders: new Map() };
    byHead.set(head, {
      lengths: lengths.includes(spelling.length) ? lengths : [...lengths, spelling.length].sort((a, b) => b - a),
      placeholders: placeholders.set(spelling, placeholder),
    });
  };
  const learn = (secret: string, placeholderOf: () => string): void => {
    if (secret.length < shortestSecret || known.has(secret)) return;
    known.add(secret);
    const placeholder = placeholderOf();
    for (const spelling of spellings(secret)) replace(spelling, placeholder);
  };
  return {
    add(secret, label = 'KEY') {
      learn(secret, () => {
        const count = (counts.get(label) ?? 0) + 1;
        counts.set(label, count);
        return `$GATEPROOF_${label}${count === 1 ? '' : `_${count}`}`;
      });
    },
    addVariable: (secret, variable) => learn(secret, () => `$${variable}`),
    addHeader(name, value, variable) {
      const line = `${name}: ${value}`;
      const redacted = `${name}: $${variable}`;
      replace(line, redacted);
      replace(shellWord(line), `"${redacted}"`);
      if (value.length >= shortestHeader) learn(value, () => `$${variable}`);
    },
    redact(text) {
      if (byHead.size === 0) return text;
      let redacted = '';
      let kept = 0;
      for (let at = 0; at + shortestSecret <= text.length; at += 1) {
        if (!firsts.has(text.charCodeAt(at))) continue;
        const spelled = byHead.get(text.slice(at, at + shortestSecret));
        const found = spelled === undefined ? undefined : (wholeAt(text, at, spelled) ?? cutAt(text, at, spelled));
        if (found === undefined) continue;
        redacted += text.slice(kept, at) + found.placeholder;
        kept = at + found.length;
        at = kept - 1;
      }
      return redacted + text.slice(kept);
    },
  };
}

interface Found {
  readonly length: number;
  readonly placeholder: string;
}

function wholeAt(text: string, at: number, { lengths, placeholders }: Spellings): Found | undefined {
  const length = lengths.find((one) => placeholders.has(text.slice(at, at + one)));
  return length === undefined
    ? undefined
    : { length, placeholder: placeholders.get(text.slice(at, at + length)) ?? '' };
}

/** The beginning of a secret in a text that was made shorter before anybody looked for secrets in it. */
function cutAt(text: string, at: number, { lengths: [longest = 0], placeholders }: Spellings): Found | undefined {
  const length = text.slice(at, at + longest).indexOf('…');
  if (length < shortestSecret) return undefined;
  const piece = text.slice(at, at + length);
  const found = [...placeholders].find(([spelling]) => spelling.startsWith(piece));
  return found === undefined ? undefined : { length, placeholder: found[1] };
}

function spellings(secret: string): ReadonlySet<string> {
  const shellWord = secret.replace(/[\\"$`]/g, '\\$&');
  return new Set([secret, encodeURIComponent(secret.toWellFormed()), JSON.stringify(secret).slice(1, -1), shellWord]);
}
