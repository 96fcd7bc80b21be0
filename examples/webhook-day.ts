import { createHmac } from 'node:crypto';
import { createSimulator } from '@gateproof/simulator';
import { openFailingReceiver } from './failing-receiver.ts';

/** One row of the table: an attempt as the receiver saw it. */
export interface AttemptRow {
  readonly attempt: number;
  /** `t` of the signature, as a date-time on the account's clock. */
  readonly at: string;
  /** Since the attempt before; empty for the first. */
  readonly gap: string;
  readonly t: number;
  readonly event: string;
  readonly delivery: string;
  /** Whether one `v1` is the HMAC of `t.body` under the endpoint's secret. */
  readonly signed: boolean;
}

const dayMs = 86_400_000;

/** A day of failing deliveries: a job finishes, its event is refused again and again, and the account's clock is moved over a day. */
export async function webhookDay(): Promise<readonly AttemptRow[]> {
  const [simulator, receiver] = [createSimulator(), await openFailingReceiver()];
  try {
    const url = await simulator.listen();
    const account = await post<{ id: string; key: { secret: string } }>(`${url}/_testbed/v1/accounts`, {});
    const path = `${url}/_testbed/v1/accounts/${account.id}`;
    const endpoint = await post<{ secret: string }>(`${path}/webhooks`, receiver.registration);
    const job = { model: 'gateproof/image', prompt: 'a red square' };
    await post(`${url}/v1/images/generations`, job, account.key.secret);
    await receiver.first;
    await post(`${path}/clock/advance`, { ms: dayMs });
    const seconds = receiver.deliveries.map(({ signature }) => Number(/t=(\d+)/.exec(signature)?.[1]));
    return receiver.deliveries.map(({ deliveryId, signature, body }, place) => {
      const t = seconds[place] ?? 0;
      const v1 = createHmac('sha256', endpoint.secret).update(`${t}.${body}`).digest('hex');
      return {
        attempt: place + 1,
        at: new Date(t * 1000).toISOString().replace('.000', ''),
        gap: place === 0 ? '' : duration(t - (seconds[place - 1] ?? 0)),
        t,
        event: JSON.parse(body).id,
        delivery: deliveryId,
        signed: signature.includes(`v1=${v1}`),
      };
    });
  } finally {
    await Promise.all([simulator.close(), receiver.close()]);
  }
}

/** The rows as a table, each column as wide as its widest value. */
export function tableOf(rows: readonly AttemptRow[]): string {
  const columns = ['attempt', 'at', 'gap', 't', 'event', 'delivery', 'signed'] as const;
  const cells = [columns, ...rows.map((row) => columns.map((column) => String(row[column])))];
  const widths = columns.map((_column, place) => Math.max(...cells.map((line) => line[place]?.length ?? 0)));
  return cells
    .map((line) =>
      line
        .map((cell, place) => cell.padEnd(widths[place] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

function duration(seconds: number): string {
  const [hours, minutes] = [Math.floor(seconds / 3_600), Math.floor((seconds % 3_600) / 60)];
  return `${hours > 0 ? `${hours} h ` : ''}${hours > 0 || minutes > 0 ? `${minutes} min ` : ''}${seconds % 60} s`;
}

async function post<Answer>(url: string, body: object, key?: string): Promise<Answer> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(key === undefined ? {} : { authorization: `Bearer ${key}` }) },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`POST ${url}: ${response.status} ${await response.text()}`);
  return (await response.json()) as Answer;
}

if (import.meta.main) process.stdout.write(`${tableOf(await webhookDay())}\n`);
