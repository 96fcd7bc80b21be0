/**
 * `npm run bench`: measures the simulator and the suite on this machine, in turns with a bare Fastify and with mock servers of the registry, and holds the numbers
 * against the project's. Takes about ten minutes, of which 2,000,000 conversations take three; `--only WORD` runs the measures whose name has the word. Load comes
 * from this process, over loopback; each server has a process of its own. Peers are installed into a temporary folder when they are first measured.
 */
import { cpus, loadavg } from 'node:os';
import { scriptOptions } from '../repository/script-options.ts';
import { measures } from './all-measures.ts';
import { type Finding, tableOf } from './findings.ts';

const { only } = scriptOptions({ only: { type: 'string', default: '' } });
const selected = Object.entries(measures).filter(([name]) => name.includes(only));
if (selected.length === 0) {
  process.stderr.write(`bench: no measure is called ${only}; there are ${Object.keys(measures).join(', ')}\n`);
  process.exit(2);
}
const busy = () => (loadavg()[0] ?? 0).toFixed(1);
const busyBefore = busy();
const findings: Finding[] = [];
for (const [name, measure] of selected) {
  process.stderr.write(`measuring ${name}\n`);
  try {
    findings.push(...(await measure()));
  } catch (thrown) {
    findings.push({ what: name, measured: `not measured: ${(thrown as Error).message}`, holds: false });
  }
}
const broken = findings.filter(({ holds }) => holds === false).length;
const held = findings.filter(({ holds }) => holds === true).length;
const machine = `Node ${process.versions.node}, ${cpus().length} × ${cpus()[0]?.model ?? 'unknown processor'}`;
process.stdout.write(`${machine}, load ${busyBefore} before and ${busy()} after\n\n${tableOf(findings)}\n\n`);
process.stdout.write(`${held} of ${held + broken} ratchets hold.\n`);
process.exit(0);
