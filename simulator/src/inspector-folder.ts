/** Where the files of the inspector's page lie, as a `file:` URL: beside the sources as well as beside the compiled code. */
export const inspectorFolder = new URL('../inspector/', import.meta.url);
