import { readFileSync, writeFileSync } from 'node:fs';
import { scriptOptions } from '../script-options.ts';
import { renderCosts } from './render-costs.ts';

/** Writes what each rule costs from the result of a run of all rules, one after the other (`--concurrency 1`): `npm run costs -- --result run.json`. */
const { result } = scriptOptions({ result: { type: 'string' } });
if (result === undefined) throw new Error('name the result of a run of all rules: npm run costs -- --result run.json');
writeFileSync('suites/src/gateway/rule-costs.ts', renderCosts(JSON.parse(readFileSync(result, 'utf8'))));
