import type { Plugin } from 'rolldown';

/** No route of ours has a schema, a log or an injected request: half of Fastify's code is never called. */
const unused = /^(@fastify\/(ajv-compiler|fast-json-stringify-compiler)|pino|light-my-request)$/;
const nothing = '\0unused-of-fastify';

/** Leaves out of a bundle what Fastify loads for what no gateway of ours does. */
export const unusedOfFastify: Plugin = {
  name: 'unused-of-fastify',
  resolveId: (id) => (unused.test(id) ? nothing : null),
  load: (id) => (id === nothing ? 'module.exports = {};' : null),
};
