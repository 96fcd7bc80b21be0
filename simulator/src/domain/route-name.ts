/** The seven routes of the contract. */
export type RouteName = 'chat' | 'image' | 'transcription' | 'job-get' | 'job-cancel' | 'model-list' | 'model-get';
