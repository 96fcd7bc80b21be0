import { join } from 'node:path';
import { scriptOptions } from '../script-options.ts';
import { proveInspector } from './inspector-pages.ts';
import { openChromium } from './open-chromium.ts';
import { proveReport } from './report-pages.ts';
import { proveSite } from './site-pages.ts';

/**
 * Looks at pages in Chromium; exit code 1 where something is not as a person must see it. Options: `--only report`, `inspector` or `site` (may be given
 * again; default: the first two, since the site has to be built first), `--screenshots FOLDER` draws them, `--most-ms N` is the processor time that the
 * report's large page may take to open, and to filter (default 1000; more where the machine is slow).
 */
const values = scriptOptions({
  only: { type: 'string', multiple: true, default: ['report', 'inspector'] },
  screenshots: { type: 'string' },
  'most-ms': { type: 'string', default: '1000' },
});
const parts = { report: proveReport, inspector: proveInspector, site: proveSite };
const unknown = values.only.filter((name) => !Object.hasOwn(parts, name));
if (unknown.length > 0) throw new Error(`--only must be one of ${Object.keys(parts).join(', ')}, not ${unknown}`);
const browser = await openChromium();
try {
  for (const [name, prove] of Object.entries(parts)) {
    if (!values.only.includes(name)) continue;
    const drawTo = values.screenshots === undefined ? undefined : join(values.screenshots, name);
    const broken = await prove(browser, { drawTo, mostMs: Number(values['most-ms']) });
    if (broken > 0) process.exitCode = 1;
  }
} finally {
  await browser.close();
}
