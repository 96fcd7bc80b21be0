/** The environment variable that stands for the value of a header where none was named for it: `GATEPROOF_HEADER_X_TENANT`. */
export function headerVariable(name: string): string {
  return `GATEPROOF_HEADER_${name.toUpperCase().replace(/\W/g, '_')}`;
}
