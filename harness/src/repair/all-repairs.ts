import { contentTypeEvents } from './content-type-events.ts';
import { contentTypeJson } from './content-type-json.ts';
import { errorCodeUnknown } from './error-code-unknown.ts';
import { errorEnvelopeAbsent } from './error-envelope-absent.ts';
import { errorEnvelopeChatApi } from './error-envelope-chat-api.ts';
import { errorEnvelopeFlat } from './error-envelope-flat.ts';
import { errorEnvelopeText } from './error-envelope-text.ts';
import { errorExtraKeys } from './error-extra-keys.ts';
import { errorFieldRepairs } from './error-fields.ts';
import { errorParamValue } from './error-param-value.ts';
import { errorUnderSuccess } from './error-under-success.ts';
import { jsonDoneAppended } from './json-done-appended.ts';
import { modelFieldRepairs } from './model-fields.ts';
import { modelListObject } from './model-list-object.ts';
import type { Repair } from './repair.ts';
import { replyModel } from './reply-model.ts';
import { requestIdHeader } from './request-id-header.ts';
import { statusOfCode } from './status-of-code.ts';
import { statusUnprocessable } from './status-unprocessable.ts';
import { streamDoneMissing } from './stream-done-missing.ts';
import { streamDoneRepeated } from './stream-done-repeated.ts';
import { streamTextTwice } from './stream-text-twice.ts';

/** Every repair, in the order in which they are applied: what one has mended the next ones see. */
export const allRepairs: readonly Repair[] = [
  jsonDoneAppended,
  errorUnderSuccess,
  statusUnprocessable,
  errorEnvelopeText,
  errorEnvelopeFlat,
  errorEnvelopeAbsent,
  errorEnvelopeChatApi,
  ...errorFieldRepairs,
  errorExtraKeys,
  errorParamValue,
  errorCodeUnknown,
  statusOfCode,
  requestIdHeader,
  modelListObject,
  ...modelFieldRepairs,
  replyModel,
  streamDoneMissing,
  streamDoneRepeated,
  streamTextTwice,
  contentTypeJson,
  contentTypeEvents,
];
