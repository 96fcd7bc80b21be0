import {
  errorTable,
  limitTable,
  loadClasses,
  loadExclusions,
  loadFreedoms,
  loadPoints,
  loadRules,
  type Party,
  type Rule,
} from '@gateproof/spec';

const parties: Readonly<Record<Party, string>> = {
  gateway: 'The gateway',
  client: 'Clients',
  receiver: 'Webhook receivers',
};

const introduction = `# The contract

Made from \`spec/\` by \`npm run contract\`; a test holds it up to date. One row is one rule: small enough that one observation can break it.
**must** is stated, **derived** follows from statements, **should** is guidance. The service prefix is written \`svc\`; it is a parameter
everywhere. What no rule decides, and what the contract leaves open, stand at the end. Each rule of the gateway is in one conformance class; a gateway may claim some of them
(\`claims\` in its [profile](profile.md)).
`;

/** The contract as a page for people, in Markdown. */
export function renderContract(): string {
  const rules = loadRules();
  const chapters = (Object.keys(parties) as Party[]).map((party) => chapterOf(party, rules));
  return [
    introduction,
    errorsText(),
    limitsText(),
    classesText(rules),
    ...chapters,
    undecidedText(rules),
    freedomsText(),
  ].join('\n');
}

function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(heads), line(heads.map(() => '---')), ...rows.map(line), ''].join('\n');
}

function errorsText(): string {
  const rows = [...errorTable.values()].map(({ code, status, kind, condition }) => [
    `\`${code}\``,
    String(status ?? 'none'),
    kind ?? 'none',
    condition,
  ]);
  return `## Errors\n\n${table(['Code', 'Status', 'Kind', 'Sent when'], rows)}`;
}

function limitsText(): string {
  const rows = limitTable.map(({ limit, value, unit, applies_to: appliesTo }) => [
    limit,
    value === null ? 'left open' : `${value} ${unit}`,
    appliesTo,
  ]);
  return `## Limits\n\n${table(['Limit', 'Value', 'Applies to'], rows)}`;
}

function classesText(rules: readonly Rule[]): string {
  const rows = loadClasses().map(({ id, statement, floor }) => [
    `\`${id}\``,
    statement,
    floor.map(({ shows }) => shows).join('; '),
    String(rules.filter((rule) => rule.class === id).length),
  ]);
  return `## Conformance classes\n\n${table(['Class', 'About', 'Conformant only where a run has seen', 'Rules'], rows)}`;
}

function chapterOf(party: Party, rules: readonly Rule[]): string {
  const own = rules.filter((rule) => rule.party === party);
  const areas = [...new Set(own.map(({ area }) => area))];
  const parts = areas.map((area) => {
    const rows = own
      .filter((rule) => rule.area === area)
      .map(({ id, class: ofClass, level, statement, section, unobservable }) => [
        `\`${id}\``,
        ...(ofClass === undefined ? [] : [ofClass]),
        level,
        unobservable === undefined ? statement : `${statement} (Not observable: ${unobservable})`,
        section,
      ]);
    return `### ${area}\n\n${table(['Rule', ...(party === 'gateway' ? ['Class'] : []), 'Level', 'Statement', 'From'], rows)}`;
  });
  return `## ${parties[party]}: ${own.length} rules\n\n${parts.join('\n')}`;
}

function undecidedText(rules: readonly Rule[]): string {
  const points = new Map(loadPoints().map((point) => [point.id, point]));
  const rowsOf = (ofPart: boolean) =>
    loadExclusions()
      .filter(({ part }) => (part !== undefined) === ofPart)
      .map(({ point, part, reason }) => {
        const { text = '', section = '' } = points.get(point) ?? {};
        return [text, ...(part === undefined ? [] : [part]), reason, section];
      });
  const unseen = rules.flatMap(({ id, unobservable }) =>
    unobservable === undefined ? [] : [[`\`${id}\``, unobservable]],
  );
  return [
    '## What no rule decides',
    '',
    'Statements that rules decide in part:',
    '',
    table(['Statement', 'What passes', 'Why', 'From'], rowsOf(true)),
    'Statements that no rule comes from:',
    '',
    table(['Statement', 'Why', 'From'], rowsOf(false)),
    'Rules that nothing outside shows:',
    '',
    table(['Rule', 'Why'], unseen),
  ].join('\n');
}

function freedomsText(): string {
  const parts = loadFreedoms().map(({ id, title, accept, warn, reject }) => {
    const list = (name: string, items: readonly string[]) =>
      items.length === 0 ? '' : `- ${name}: ${items.join('; ')}\n`;
    return `**${id}** ${title}\n\n${list('accepted', accept)}${list('warned about', warn)}${list('rejected', reject)}`;
  });
  return `## What is left open\n\n${parts.join('\n')}`;
}
