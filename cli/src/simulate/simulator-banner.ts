import type { Style } from '@gateproof/reports';

/** What a person needs to know to use a simulator that has just started. */
export interface BannerFacts {
  readonly baseUrl: string;
  readonly key: string;
  /** A text model that serves. */
  readonly model: string;
  readonly seed: number;
  /** File or database in which everything is kept. */
  readonly data?: string;
  /** File of canned replies, and how many it has. */
  readonly replies?: string;
  readonly replyCount?: number;
  /** File of recorded exchanges, and how many it has. */
  readonly cassette?: string;
  readonly exchangeCount?: number;
  readonly deviation?: string;
  readonly variations: readonly string[];
  /** Where webhook events are forwarded to, and what signs them. */
  readonly forwardWebhooks?: readonly string[];
  readonly forwardSecret?: string | undefined;
  /** Whether other machines can reach it. */
  readonly isOpenToOthers: boolean;
}

/** A place for data as it may be shown. */
function withoutPassword(data: string): string {
  return data.replace(/^(postgres(?:ql)?:\/\/[^:@/]*):[^@]*@/, '$1@');
}

/** Where the simulator is, its key, and a command that tries it. */
export function simulatorBanner(facts: BannerFacts, style: Style): string {
  const body = JSON.stringify({ model: facts.model, messages: [{ role: 'user', content: 'Hello' }] });
  const lines = [
    `${style.bold('Gateproof simulator')} listens at ${style.cyan(facts.baseUrl)}`,
    ...(facts.isOpenToOthers
      ? [style.yellow('  Other machines can reach it: the key opens it, and the token opens its testbed.')]
      : []),
    `  key   ${facts.key}`,
    `  seed  ${facts.seed}`,
    `  inspector  ${style.cyan(`${facts.baseUrl}/_inspector`)}`,
    ...(facts.data === undefined ? [] : [`  data  ${withoutPassword(facts.data)}`]),
    ...(facts.replies === undefined ? [] : [`  replies  ${facts.replyCount} from ${facts.replies}`]),
    ...(facts.cassette === undefined ? [] : [`  cassette  ${facts.exchangeCount} exchanges from ${facts.cassette}`]),
    ...(facts.deviation === undefined ? [] : [`  ${style.yellow('deviates')}  ${facts.deviation}`]),
    ...(facts.variations.length === 0 ? [] : [`  varies    ${facts.variations.join(', ')}`]),
    ...(facts.forwardWebhooks === undefined
      ? []
      : [`  forwards webhooks to ${facts.forwardWebhooks.join(' and ')}, signed with ${facts.forwardSecret}`]),
    '',
    'Try it:',
    `  curl ${facts.baseUrl}/v1/chat/completions \\`,
    `    -H 'Authorization: Bearer ${facts.key}' -H 'Content-Type: application/json' \\`,
    `    -d '${body}'`,
    '',
    'Ctrl-C ends it.',
  ];
  return `${lines.join('\n')}\n`;
}
