import { stringify } from 'yaml';
import { type ThirdPartyGateway, thirdPartyKey } from './gateways.ts';

/** The profile of an installed gateway, as YAML: the run starts it at this port before a scripted upstream, and ends it. */
export function gatewayProfile(
  { starter, model }: ThirdPartyGateway,
  { folder, port, upstream }: { readonly folder: string; readonly port: number; readonly upstream: string },
): string {
  const { script, words } = typeof starter === 'string' ? { script: starter, words: ['{port}', upstream] } : starter;
  const start = [process.execPath, script, ...words.map((word) => word.replace('{port}', String(port)))];
  return stringify({
    url: `http://127.0.0.1:${port}`,
    key: { value: thirdPartyKey },
    ...(model === undefined ? {} : { model }),
    command: { start, cwd: folder, env: { PORT: String(port), HOST: '127.0.0.1', HOME: folder } },
  });
}
