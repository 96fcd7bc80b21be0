/** What `gateproof init` asks a person. */
export interface Questions {
  text(message: string, standard: string): Promise<string>;
}

/** Asks on the terminal. */
export async function terminalQuestions(signal: AbortSignal): Promise<Questions> {
  const { input } = await import('@inquirer/prompts');
  return { text: async (message, standard) => (await input({ message, default: standard }, { signal })).trim() };
}
