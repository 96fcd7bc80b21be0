import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { scriptOptions } from '../script-options.ts';
import { root } from '../source-files.ts';
import { startBareGateway } from './bare-gateway.ts';
import { terminalSvg } from './terminal-svg.ts';

const columns = 80;
const program = join(root, 'cli/bin/gateproof.js');
const picture = fileURLToPath(new URL('../../docs/first-screen.svg', import.meta.url));

/** Tests a server with a bare model list by URL and key alone, and draws what is really printed on a terminal. */
scriptOptions({});
const gateway = await startBareGateway();
const folder = mkdtempSync(join(tmpdir(), 'gateproof-first-screen-'));
const argv = ['gateway', '--url', gateway.url, '--key', gateway.key, '--json', 'run.json'];
/** Standard output of the command is a pipe; this makes it a terminal of that width. */
const terminal = `data:text/javascript,Object.assign(process.stdout,{isTTY:true,columns:${columns}})`;
const env = { ...process.env, FORCE_COLOR: '1', XDG_CACHE_HOME: folder, NODE_OPTIONS: `--import=${terminal}` };
const printed = await new Promise<string>((resolve) => {
  // A broken rule ends the run with exit code 1, which is what the picture shows.
  execFile(process.execPath, [program, ...argv], { cwd: folder, env }, (_, stdout) => resolve(stdout));
});
await gateway.close();
rmSync(folder, { recursive: true });
const prompt = `$ npx gateproof ${argv.join(' ')}`.replace(` ${gateway.key} `, ' $KEY ');
writeFileSync(picture, terminalSvg(`${prompt}\n${printed}`, columns));
