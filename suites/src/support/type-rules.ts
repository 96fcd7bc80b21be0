/** The rule that asks for the refusal of a field with a value of another type, on a kind of route. A list is wrong in one of its items. */
export function typeRule(routes: 'chat' | 'media', field: string, value: unknown): string {
  return `${routes}.body.${field.replaceAll('_', '-')}.${Array.isArray(value) && field === 'models' ? 'item-type' : 'type'}`;
}
