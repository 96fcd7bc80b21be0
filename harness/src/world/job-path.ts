/** The path of a job below the base URL: an id is one part of it, and what such a part can't hold is encoded. */
export function jobPath(id: string): string {
  return `/v1/jobs/${encodeURI(id.toWellFormed()).replace(/[/?#]/g, encodeURIComponent)}`;
}
