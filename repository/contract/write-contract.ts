import { writeFileSync } from 'node:fs';
import { scriptOptions } from '../script-options.ts';
import { renderContract } from './render-contract.ts';

/** Writes docs/contract.md from the catalogue of rules. */
scriptOptions({});

writeFileSync(new URL('../../docs/contract.md', import.meta.url), renderContract());
