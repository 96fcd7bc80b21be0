/**
 * `npm run same-bytes -- --keep FILE` keeps the answers of a seeded simulator; `-- --against FILE` makes them again, and exits 1 with the first
 * difference where a byte has changed. A change for speed keeps them.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { scriptOptions } from '../../repository/script-options.ts';
import { recordAnswers } from './record-answers.ts';
import { sentRequests } from './sent-requests.ts';

const values = scriptOptions({ keep: { type: 'string' }, against: { type: 'string' } });
if ((values.keep === undefined) === (values.against === undefined)) {
  process.stderr.write('same-bytes: give --keep FILE or --against FILE\n');
  process.exit(2);
}
const answers = await recordAnswers();
if (values.keep !== undefined) {
  writeFileSync(values.keep, JSON.stringify(answers, undefined, 1));
  process.stdout.write(`${answers.length} answers to ${sentRequests.length} requests kept\n`);
} else {
  const kept = JSON.parse(readFileSync(values.against ?? '', 'utf8')) as readonly string[];
  const place = answers.findIndex((answer, index) => answer !== kept[index]);
  const isSame = place < 0 && kept.length === answers.length;
  process.stdout.write(
    isSame
      ? `${answers.length} answers, all bytes the same\n`
      : `answer ${place + 1} differs\n--- kept\n${kept[place]}\n--- now\n${answers[place]}\n`,
  );
  process.exitCode = isSame ? 0 : 1;
}
