import type { ExchangeRecord } from '@gateproof/harness';

const endings: Readonly<Record<ExchangeRecord['ending'], string>> = {
  complete: 'complete',
  refused: 'the connection was refused',
  cut: 'the connection was lost before the answer was whole',
  timeout: 'the deadline passed before the answer was whole',
  'too-large': 'more bytes came than the harness reads',
  closed: 'the harness closed the connection on purpose',
  malformed: 'what came back is not HTTP',
};

/** How an exchange ended, with what the network said of it. */
export function endingText(ending: ExchangeRecord['ending'], trouble: string | undefined): string {
  return trouble === undefined ? endings[ending] : `${endings[ending]}: ${trouble}`;
}
