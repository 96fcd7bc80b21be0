import { expect, it } from 'vitest';
import { formHolds, isForm } from './forms.ts';

const formOf = (prompt: string) => ({
  headers: [['Content-Type', 'multipart/form-data; boundary=cut']] as const,
  rawBody: new TextEncoder().encode(
    `--cut\r\nContent-Disposition: form-data; name="prompt"\r\n\r\n${prompt}\r\n--cut--\r\n`,
  ),
});

it('knows the form of a gateway that sends the file itself', () => {
  expect(isForm(formOf('x'))).toBe(true);
  expect(isForm({ headers: [['content-type', 'application/json']] })).toBe(false);
});

it('finds a text in a form, with the line ends of forms', () => {
  expect(formHolds(formOf('海の家\r\nsecond line'), '海の家\nsecond line')).toBe(true);
  expect(formHolds(formOf('another'), '海の家')).toBe(false);
});
