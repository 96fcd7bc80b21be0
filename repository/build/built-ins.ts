import type { Plugin } from 'rolldown';

const prefix = '\0built-in:';

/**
 * Takes from each module of Node what is used of it alone. An import statement would read all its exports, and some are made when they are read: `node:http`
 * loads a whole HTTP client for its `WebSocket`, which takes nearly as long as Node's own start. `node:module` is left as it is: the bundler's own runtime
 * needs it before anything else.
 */
export const builtIns: Plugin = {
  name: 'built-ins',
  resolveId: (id, _importer, { kind }) =>
    id.startsWith('node:') && id !== 'node:module' && kind === 'import-statement' ? `${prefix}${id}` : null,
  async load(id) {
    if (!id.startsWith(prefix)) return null;
    const name = id.slice(prefix.length);
    const names = Object.keys(await import(name)).filter((one) => one !== 'default');
    const lines = names.map((one) => `export const ${one} = /* @__PURE__ */ $read(${JSON.stringify(one)});`);
    const code = [
      `const $module = process.getBuiltinModule(${JSON.stringify(name)});`,
      'const $read = (name) => $module[name];',
      ...lines,
      'export default $module;',
    ];
    return { code: code.join('\n'), moduleSideEffects: false };
  },
};
