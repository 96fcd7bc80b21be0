/** Whether a value is the model's id with a version behind it, parted by a sign such as `-`, `:` or `@` (freedom F123). */
export function isVersionOf(reported: string, id: string): boolean {
  return reported.startsWith(id) && /^[^a-z0-9]/i.test(reported.slice(id.length));
}
