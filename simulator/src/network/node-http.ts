/**
 * What replicas use of `node:http`. An import statement would read all its exports, and one of them, `WebSocket`, loads a whole HTTP client: a tenth of
 * the time of an import of this package.
 */
export const { Agent, request } = process.getBuiltinModule('node:http');
