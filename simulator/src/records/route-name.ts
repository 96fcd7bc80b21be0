/** The seven routes of the contract. */
export const routeNames = [
  'chat',
  'image',
  'transcription',
  'job-get',
  'job-cancel',
  'model-list',
  'model-get',
] as const;
export type RouteName = (typeof routeNames)[number];
