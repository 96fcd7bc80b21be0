import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

const places = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** Chromium of this machine, without a window: the one that the variable `CHROMIUM` names, or the distribution's. Throws where there is none. */
export async function openChromium(): Promise<Browser> {
  const { CHROMIUM } = process.env;
  const executablePath = [...(CHROMIUM === undefined ? [] : [CHROMIUM]), ...places].find((path) => existsSync(path));
  if (executablePath === undefined)
    throw new Error(
      'no Chromium found; install one (apt-get install chromium), or name it: CHROMIUM=/path/to/chromium',
    );
  return chromium.launch({ executablePath });
}
