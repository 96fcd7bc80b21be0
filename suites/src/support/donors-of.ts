import type { Suite } from '@gateproof/harness';

/** The donors of a table, whose rows are texts such as `chat.response.json*3 model.list.answered*1`. */
export function donorsOf(table: Readonly<Record<string, string>>): NonNullable<Suite['donors']> {
  const entries = Object.entries(table).map(([rule, text]) => {
    const donors = text.split(' ').map((donor): [string, number] => {
      const [check = '', cases] = donor.split('*');
      return [check, Number(cases)];
    });
    return [rule, donors] as const;
  });
  return Object.fromEntries(entries);
}
