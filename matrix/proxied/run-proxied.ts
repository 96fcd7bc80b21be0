import { writeFileSync } from 'node:fs';
import { type Deviation, deviations } from '@gateproof/deviations';
import { scriptOptions } from '../../repository/script-options.ts';
import { areaOf, sampleByArea } from '../sample-by-area.ts';
import { judgeProxied } from './judge-proxied.ts';
import { playable } from './playable.ts';
import { Player } from './player.ts';
import { PlayingProxy } from './playing-proxy.ts';
import { startPythonGateway } from './python-gateway.ts';
import { relayedBehaviour, Said } from './relayed-behaviour.ts';

/**
 * Deviations that change messages alone, played by a proxy before the gateway in Python: each must be killed there as before the simulator, so that
 * no check knows the simulator's own way of being right. Options: `--only <id prefix>` (repeatable), `--sample N` of every area's, drawn by
 * `--sample-seed N`, `--json FILE`. A deviation that finds no message to change is not played, and not counted. Prints those that
 * survived, then the counts; exits 1 when any did.
 */
const values = scriptOptions({
  only: { type: 'string', multiple: true, default: [''] },
  sample: { type: 'string' },
  'sample-seed': { type: 'string', default: '1' },
  json: { type: 'string' },
});

const print = (line: string) => process.stdout.write(`${line}\n`);
const python = await startPythonGateway();
try {
  const rows = [];
  for (const deviation of chosen()) {
    const outcome = await play(python.url, deviation);
    rows.push({ id: deviation.id, outcome });
    if (outcome === 'survived') print(`survived: ${deviation.id} (${deviation.summary})`);
  }
  if (values.json !== undefined) writeFileSync(values.json, JSON.stringify(rows));
  for (const outcome of ['killed', 'survived', 'not played', 'not decided'] as const)
    print(`${outcome}: ${rows.filter((row) => row.outcome === outcome).length}`);
  process.exitCode = rows.some(({ outcome }) => outcome === 'survived') ? 1 : 0;
} finally {
  python.close();
}

function chosen(): readonly Deviation[] {
  const relayed = relayedBehaviour(new Said());
  const meant = deviations.filter(
    (deviation) =>
      values.only.some((start) => deviation.id.startsWith(start)) && playable(deviation, relayed) !== undefined,
  );
  if (values.sample === undefined) return meant;
  const [count, seed] = [Number(values.sample), Number(values['sample-seed'])];
  return sampleByArea(meant, { count, seed, areaOf: ({ id }) => areaOf(id) });
}

async function play(gateway: string, deviation: Deviation) {
  const said = new Said();
  const behaviour = playable(deviation, relayedBehaviour(said));
  if (behaviour === undefined) return 'not played' as const;
  const player = new Player(behaviour, said);
  const proxy = await PlayingProxy.open(gateway, player);
  try {
    const verdict = await judgeProxied(proxy.url, deviation.breaks);
    if (verdict === 'fail' || verdict === 'warn') return 'killed' as const;
    if (player.played === 0) return 'not played' as const;
    return verdict === 'pass' ? ('survived' as const) : ('not decided' as const);
  } finally {
    await proxy.close();
  }
}
