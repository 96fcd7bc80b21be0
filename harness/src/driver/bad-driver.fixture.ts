/** The command of a driver that says hello rightly and answers everything else by this code, which sees `request`, `say` and `raw`. */
export function driverCommand(onRequest: string, hello = rightHello): readonly string[] {
  const code = `
    const raw = (text) => process.stdout.write(text);
    const say = (value) => raw(JSON.stringify(value) + '\\n');
    require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
      const request = JSON.parse(line);
      if (request.op === 'close') process.exit(0);
      if (request.op === 'hello') { ${hello} } else { ${onRequest} }
    });`;
  return [process.execPath, '-e', code];
}

/** Answers hello as the protocol asks. */
export const rightHello = `say({ id: request.id, ok: true, result: { protocol: 'gateproof-driver/1', name: 'bad', operations: ['chat'] } });`;

/** The same, with other words in its result. */
export const helloWith = (changes: object): string =>
  `say({ id: request.id, ok: true, result: { protocol: 'gateproof-driver/1', name: 'bad', operations: [], ...${JSON.stringify(changes)} } });`;
