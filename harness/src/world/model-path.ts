/** The path of a model below the base URL: the slashes of its id stand as they are, and what a path can't hold is encoded. */
export function modelPath(id: string): string {
  return `/v1/models/${encodeURI(id).replace(/[?#]/g, encodeURIComponent)}`;
}
