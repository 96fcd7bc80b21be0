// How long the import of a package takes, in ms, in the folder that this file is copied to. Argument: the package.
const began = performance.now();
await import(process.argv[2]);
process.stdout.write(`${performance.now() - began}\n`);
