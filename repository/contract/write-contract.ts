import { writeFileSync } from 'node:fs';
import { renderContract } from './render-contract.ts';

writeFileSync(new URL('../../docs/contract.md', import.meta.url), renderContract());
