import type { RuleRecord } from '@gateproof/harness';
import type { Style } from './style.ts';
import { verdictLooks } from './verdict-look.ts';

/** `✗ fail  chat.body.messages.type  must`. */
export function ruleHeading({ verdict, rule, level }: RuleRecord, style: Style): string {
  const { mark, paint } = verdictLooks[verdict];
  return `${paint(style)(`${mark} ${verdict}`)}  ${style.bold(rule)}  ${style.dim(level)}`;
}
