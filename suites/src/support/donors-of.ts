import type { Suite } from '@gateproof/harness';

/** The donors of a table, whose lines are texts such as `chat.field.id.type: chat.response.json*3 model.list.answered*1`. */
export function donorsOf(table: string): NonNullable<Suite['donors']> {
  const entries = table
    .trim()
    .split('\n')
    .map((line) => {
      const [rule = '', text = ''] = line.split(': ');
      return [rule, text.split(' ').map(donorOf)] as const;
    });
  return Object.fromEntries(entries);
}

function donorOf(text: string): [check: string, cases: number] {
  const [check = '', cases] = text.split('*');
  return [check, Number(cases)];
}
