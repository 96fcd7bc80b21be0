/** Whether what is told is the model's id with a version behind it, parted by a sign such as `-`, `:` or `@` (freedom F123). */
export function isVersionOf(told: string, id: string): boolean {
  return told.startsWith(id) && /^[^a-z0-9]/i.test(told.slice(id.length));
}
