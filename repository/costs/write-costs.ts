import { readFileSync, writeFileSync } from 'node:fs';
import { renderCosts } from './render-costs.ts';

const [result] = process.argv.slice(2);
if (result === undefined) throw new Error('name the result of a run of all rules: npm run costs -- run.json');
writeFileSync('suites/src/gateway/rule-costs.ts', renderCosts(JSON.parse(readFileSync(result, 'utf8'))));
