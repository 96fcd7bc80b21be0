import { expect, test } from 'vitest';
import { answered, bodyAfter, jsonAfter, mendedBy, names } from './answered.fixture.ts';
import { errorCodeUnknown } from './error-code-unknown.ts';
import { errorExtraKeys } from './error-extra-keys.ts';
import { errorFieldRepairs } from './error-fields.ts';
import { errorParamValue } from './error-param-value.ts';
import { requestIdHeader } from './request-id-header.ts';
import { statusOfCode } from './status-of-code.ts';
import { statusUnprocessable } from './status-unprocessable.ts';

const error = {
  code: 'unauthorized',
  message: 'no key',
  kind: 'terminal',
  scope: 'request',
  type: 'api_error',
  param: null,
};
const refusal = (patch: object, status = 401) => answered({ status, body: { error: { ...error, ...patch } } });

test.each(errorFieldRepairs.map((repair) => [repair.id.slice('error-'.length), repair] as const))(
  'an error without %s gets it',
  (field, repair) => {
    const mended = jsonAfter(repair, refusal({ [field]: undefined })) as { error: object };
    expect(Object.keys(mended.error).sort()).toEqual(Object.keys(error).sort());
    expect(jsonAfter(repair, refusal({}))).toBeUndefined();
  },
);

test('an unknown code becomes that of its status, but not where the contract leaves the code open', () => {
  expect(jsonAfter(errorCodeUnknown, refusal({ code: 'bad_key' }))).toMatchObject({ error: { code: 'unauthorized' } });
  expect(jsonAfter(errorCodeUnknown, refusal({ code: 'job_finished' }, 409))).toBeUndefined();
  expect(jsonAfter(errorCodeUnknown, refusal({}))).toBeUndefined();
});

test('a status follows its code', () => {
  expect(statusOfCode.mend(refusal({}, 403), names)?.status).toBe(401);
  expect(statusOfCode.mend(refusal({}), names)).toBeUndefined();
  expect(statusOfCode.mend(refusal({ code: 'bad_key' }, 403), names)).toBeUndefined();
});

test('422 becomes 400', () => {
  expect(statusUnprocessable.mend(refusal({}, 422), names)?.status).toBe(400);
});

test('keys beside the error go, and a param becomes null', () => {
  expect(jsonAfter(errorExtraKeys, answered({ status: 401, body: { error, provider: 'p' } }))).toEqual({ error });
  expect(jsonAfter(errorExtraKeys, refusal({}))).toBeUndefined();
  expect(jsonAfter(errorParamValue, refusal({ param: 'model' }))).toEqual({ error });
});

test('the request id of an error comes as a header', () => {
  const mended = mendedBy(requestIdHeader, refusal({ request_id: 'r1' }));
  expect(mended.response?.headers).toContainEqual(['x-svc-request-id', 'r1']);
  expect(bodyAfter(requestIdHeader, refusal({}))).toBeUndefined();
});
