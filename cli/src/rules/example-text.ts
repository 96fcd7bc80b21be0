import type { Style } from '@gateproof/reports';
import type { RuleExample } from '@gateproof/suites';

/** The exchanges that keep a rule above those that break it, with what was expected and observed of these. */
export function exampleText(example: RuleExample, style: Style): string {
  const { brokenBy, change, expected, observed } = example;
  return [
    `  ${style.green('Keeps it')}${example.keeps.length === 0 ? '  whoever never does what the rule speaks of' : ''}`,
    ...exchanges(example.keeps, style),
    '',
    `  ${style.red('Breaks it')}  ${style.dim(change ?? brokenBy)}`,
    ...exchanges(example.breaks, style),
    '',
    `    expected  ${expected}`,
    `    observed  ${observed}`,
  ].join('\n');
}

function exchanges(texts: readonly string[], style: Style): string[] {
  return texts.flatMap((text, index) => [
    ...(index === 0 ? [] : ['']),
    ...text.split('\n').map((line) => (line === '' ? '' : `    ${style.dim('│')} ${line}`)),
  ]);
}
