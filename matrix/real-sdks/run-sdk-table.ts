import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { scriptOptions } from '../../repository/script-options.ts';
import { answerProbes } from './answer-probes.ts';
import { askReceivers } from './ask-receivers.ts';
import { askSdk } from './ask-sdk.ts';
import { type HeavyDrivers, installHeavyDrivers } from './heavy-drivers.ts';
import { keptCells } from './kept-cells.ts';
import { type Column, renderTable, type Section } from './render-table.ts';
import { retryProbes } from './retry-probes.ts';
import { type Sdk, sdks } from './sdks.ts';
import { streamProbes } from './stream-probes.ts';

/**
 * Writes docs/real-sdks.md; `--check` only compares, prints the lines that differ and exits 1 when there are any. `--only` prints what one SDK does,
 * named as its driver is (`--only openai`), and leaves the page alone. SDKs that the workspace does not have are installed into a temporary folder; where
 * that is not possible, a line says so and the page keeps what it says of them.
 */
const values = scriptOptions({
  check: { type: 'boolean', default: false },
  only: { type: 'string', multiple: true },
});

const page = 'docs/real-sdks.md';
const kept = readFileSync(page, 'utf8');
const sections: readonly Section[] = [
  { title: 'Streams', probes: streamProbes },
  { title: 'Retries', probes: retryProbes },
  { title: 'Answers and errors', probes: answerProbes },
];
const probes = sections.flatMap((section) => section.probes);

async function measured(sdk: Sdk, heavy: Promise<HeavyDrivers | string>): Promise<Column | undefined> {
  if (!sdk.isHeavy) return { ...sdk, cells: await askSdk(resolve(`examples/drivers/${sdk.short}-driver.ts`), probes) };
  const drivers = await heavy;
  if (typeof drivers !== 'string') {
    return { ...sdk, cells: await askSdk(resolve(drivers.folder, `${sdk.short}-driver.mjs`), probes) };
  }
  process.stderr.write(
    `${sdk.name} is left out, and what the page says of it kept: its packages cannot be installed (${drivers})\n`,
  );
  const cells = keptCells(kept, sdk.name);
  return cells && { ...sdk, cells };
}

/** Asks the SDKs side by side, for they mostly wait. */
async function columnsOf(asked: readonly Sdk[]): Promise<readonly Column[]> {
  const heavy = asked.some(({ isHeavy }) => isHeavy) ? installHeavyDrivers() : Promise.resolve('none asked for');
  const columns = await Promise.all(asked.map((sdk) => measured(sdk, heavy)));
  const drivers = await heavy;
  if (typeof drivers !== 'string') drivers.remove();
  return columns.filter((column) => column !== undefined);
}

function printAnswers(columns: readonly Column[]): void {
  for (const { name, cells } of columns) {
    const lines = probes.map(({ question }, place) => `  ${question}: ${cells[place]}\n`);
    process.stdout.write(`${name}\n${lines.join('')}`);
  }
}

function compare(text: string): void {
  const [before, after] = [kept.split('\n'), text.split('\n')];
  const wrong = after.flatMap((line, place) =>
    line === before[place] ? [] : [`- ${before[place] ?? ''}\n+ ${line}\n`],
  );
  process.stdout.write(wrong.length === 0 ? `${page} is what the packages do\n` : wrong.join(''));
  process.exitCode = wrong.length === 0 && after.length === before.length ? 0 : 1;
}

if (values.only !== undefined) {
  const { only } = values;
  const unknown = only.find((name) => !sdks.some(({ short }) => short === name));
  if (unknown === undefined) printAnswers(await columnsOf(sdks.filter(({ short }) => only.includes(short))));
  else {
    process.stderr.write(
      `there is no SDK ${unknown}; it must be one of ${sdks.map(({ short }) => short).join(', ')}\n`,
    );
    process.exitCode = 2;
  }
} else {
  const [receivers, columns] = await Promise.all([askReceivers(), columnsOf(sdks)]);
  const text = renderTable(sections, columns, receivers);
  if (values.check) compare(text);
  else writeFileSync(page, text);
}
