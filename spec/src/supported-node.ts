/** The oldest Node on which the packages run. */
const oldest = [22, 19] as const;

/** Throws one clear sentence for a Node that is too old, before anything of it is missed. */
export function assertSupportedNode(version: string): void {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major > oldest[0] || (major === oldest[0] && minor >= oldest[1])) return;
  throw new Error(
    `Gateproof needs Node ${oldest.join('.')} or later; this is Node ${version}. Install a newer Node and run this again.`,
  );
}

assertSupportedNode(process.versions.node);
