/** What a cell in bold means to a caller, in plain words, and what would change it. */
export interface Finding {
  readonly title: string;
  readonly meaning: string;
}

export const terminalRetried: Finding = {
  title: 'Retries terminal errors',
  meaning:
    'The same request gets the same error, so the caller waits for nothing. `error.kind` says whether a retry can help, the HTTP status does not.',
};
export const unknownRetried: Finding = {
  title: 'Retries a failure of kind `unknown` more than once',
  meaning: 'The contract asks for one retry there; after it, the caller goes to support with the request id.',
};
export const endUnnoticed: Finding = {
  title: 'Reports a stream that failed or broke off as success',
  meaning:
    'The caller takes a part of the text for all of it. A stream is whole when `[DONE]` came, and failed when a chunk has an `error`.',
};
export const endMissed: Finding = {
  title: 'Waits on when a stream is over',
  meaning: 'The caller gets its last word late or never. `[DONE]` ends a stream, and so does the end of the answer.',
};
export const answerRefused: Finding = {
  title: 'Fails at answers that are legal',
  meaning: 'Fields that are new, absent or null are no failure; a gateway may send them any day.',
};
export const waitCutShort: Finding = {
  title: 'Sends again before `Retry-After` has passed',
  meaning:
    'Such a retry is refused as well, and counts against the limit. A wait that is too long for the caller is a reason to give up, not to hurry.',
};
export const keyLost: Finding = {
  title: "Does not keep the caller's `Idempotency-Key`",
  meaning: 'Without the same key on each retry, an answer that was lost is generated, and charged, twice.',
};
export const bodyChanged: Finding = {
  title: 'Sends a retry with another body',
  meaning: 'The same key with another body is refused with 409 `idempotency_conflict`.',
};
export const errorHidden: Finding = {
  title: 'Does not report the parts of an error',
  meaning:
    'The contract asks callers to branch on `error.code`; without it they are left with the HTTP status or the message.',
};
export const fallbackHidden: Finding = {
  title: 'Does not send `models`, or hides which model answered',
  meaning: 'The caller cannot use fallback models, or pays for one without knowing.',
};
