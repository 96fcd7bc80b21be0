import type { Style } from '@gateproof/reports';
import type { Freedom, Guidance, Point, Rule, SharedState } from '@gateproof/spec';
import type { RuleExample } from '@gateproof/suites';
import { exampleText } from './example-text.ts';

/** A named way of the simulator to break the rule. */
export interface CardDeviation {
  readonly id: string;
  readonly summary: string;
}

/** A rule with all that the data says of it. */
export interface RuleCard {
  readonly rule: Rule;
  readonly points: readonly Point[];
  /** What it shows of a gateway that runs as several processes. */
  readonly sharedState: readonly SharedState[];
  readonly freedoms: readonly Freedom[];
  /** Undefined: the package that has them is not installed. */
  readonly deviations: readonly CardDeviation[] | undefined;
  readonly guidance: Pick<Guidance, 'why' | 'fix'>;
  /** Undefined where none was made. */
  readonly example: RuleExample | undefined;
}

const labelWidth = 12;

/** Everything about one rule, for people. */
export function ruleCardText(card: RuleCard, style: Style): string {
  const { rule } = card;
  const facts = [
    rule.level,
    rule.kind,
    `binds the ${rule.party}`,
    ...(rule.conditional === true ? ['only where the target chooses so'] : []),
    ...(rule.family === undefined ? [] : [`family ${rule.family}`]),
  ].join(', ');
  const parts = [
    [`${style.bold(rule.id)}  ${style.dim(facts)}`, `  ${rule.statement}`].join('\n'),
    [
      row('Contract', [rule.section]),
      ...(rule.class === undefined ? [] : [row('Class', [rule.class])]),
      row(
        'From',
        card.points.map((point) => `${point.id}: ${point.text}`),
      ),
      row('Why', [card.guidance.why]),
      row('To fix it', [card.guidance.fix]),
      row('Needs', [rule.needs.length === 0 ? 'nothing but a URL and a key' : rule.needs.join(', ')]),
      row(
        'Replicas',
        card.sharedState.map(({ keeps }) => `with several addresses it shows where ${keeps}`),
      ),
      ...(rule.unobservable === undefined ? [] : [row('No check', [rule.unobservable])]),
    ]
      .filter((line) => line !== '')
      .join('\n'),
    ...card.freedoms.map((freedom) => freedomText(freedom, style)),
    ...(card.example === undefined ? [] : [exampleText(card.example, style)]),
    deviationText(card.deviations, style),
  ];
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

/** Values under each other behind their label; nothing when there are none. */
function row(label: string, values: readonly string[], paint = (text: string) => text): string {
  return values.map((value, index) => `  ${paint((index === 0 ? label : '').padEnd(labelWidth))}${value}`).join('\n');
}

function freedomText(freedom: Freedom, style: Style): string {
  return [
    `  ${style.cyan(`Freedom ${freedom.id}`)}  ${freedom.title}`,
    row('accept', freedom.accept, style.green),
    row('warn', freedom.warn, style.yellow),
    row('reject', freedom.reject, style.red),
  ]
    .filter((line) => line !== '')
    .join('\n');
}

function deviationText(deviations: readonly CardDeviation[] | undefined, style: Style): string {
  if (deviations?.length === 0) return '';
  const lines = deviations?.map(({ id, summary }) => `    ${id}  ${summary}`) ?? [
    '    not installed: npm install --save-dev @gateproof/deviations',
  ];
  return [`  ${style.bold('Broken by the simulator with --deviation')}`, ...lines].join('\n');
}
