import { readFileSync, writeFileSync } from 'node:fs';
import { scriptOptions } from '../../repository/script-options.ts';
import { answerProbes } from './answer-probes.ts';
import { askReceivers } from './ask-receivers.ts';
import { askSdk } from './ask-sdk.ts';
import { type Column, renderTable, type Section } from './render-table.ts';
import { retryProbes } from './retry-probes.ts';
import { streamProbes } from './stream-probes.ts';

/** Writes docs/real-sdks.md; `--check` only compares, prints the lines that differ and exits 1 when there are any. */
const values = scriptOptions({ check: { type: 'boolean', default: false } });

const page = 'docs/real-sdks.md';
const versionOf = (name: string): string =>
  (JSON.parse(readFileSync(`node_modules/${name}/package.json`, 'utf8')) as { version: string }).version;
const sdks = [
  { name: 'plain fetch', file: 'fetch' },
  { name: `\`openai\` ${versionOf('openai')}`, file: 'openai' },
  {
    name: `\`ai\` ${versionOf('ai')} + \`@ai-sdk/openai-compatible\` ${versionOf('@ai-sdk/openai-compatible')}`,
    file: 'ai-sdk',
  },
  { name: `\`@langchain/openai\` ${versionOf('@langchain/openai')}`, file: 'langchain' },
];
const sections: readonly Section[] = [
  { title: 'Streams', probes: streamProbes },
  { title: 'Retries', probes: retryProbes },
  { title: 'Answers and errors', probes: answerProbes },
];

const probes = sections.flatMap((section) => section.probes);
const [receivers, ...columns] = await Promise.all([
  askReceivers(),
  ...sdks.map(
    async ({ name, file }): Promise<Column> => ({
      name,
      cells: await askSdk(`examples/drivers/${file}-driver.ts`, probes),
    }),
  ),
]);
const text = renderTable(sections, columns, receivers);

if (values.check) {
  const kept = readFileSync(page, 'utf8').split('\n');
  const made = text.split('\n');
  const wrong = made.flatMap((line, place) => (line === kept[place] ? [] : [`- ${kept[place] ?? ''}\n+ ${line}\n`]));
  process.stdout.write(wrong.length === 0 ? `${page} is what the packages do\n` : wrong.join(''));
  process.exitCode = wrong.length === 0 && made.length === kept.length ? 0 : 1;
} else writeFileSync(page, text);
