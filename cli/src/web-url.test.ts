import { expect, test } from 'vitest';
import { assertBaseUrl, assertWebUrl, webUrl } from './web-url.ts';

const example = 'https://gateway.example';

test.each(['http://localhost:3000/hook', 'https://gateway.example/a?b=c#d'])('%s is a web URL', (url) => {
  expect(webUrl(url)).toBe(url);
  expect(() => assertWebUrl(url, '--url', example)).not.toThrow();
});

test.each([
  ['localhost:8080', '--url localhost:8080 is no http or https URL; give for example https://gateway.example'],
  ['http:///x', 'is no http or https URL'],
  ['file:///etc/passwd', 'is no http or https URL'],
  ['https://me:markedsecret@gateway.example', '--url carries a user name or a password'],
  ['https://markedsecret@gateway.example', '--url carries a user name or a password'],
  ['me:markedsecret@gateway.example', '--url is no http or https URL'],
])('%s is refused, and its secret is not repeated', (url, message) => {
  const refused = () => assertWebUrl(url, '--url', example);
  expect(refused).toThrow(message);
  expect(refused).not.toThrow('markedsecret');
  expect(() => webUrl(url)).toThrow('http or https URL');
});

test.each(['https://gateway.example/?key=markedsecret', 'https://gateway.example#a'])('%s is no base URL', (url) => {
  const refused = () => assertBaseUrl(url, '--target', example);
  expect(refused).toThrow('--target has a query or a fragment');
  expect(refused).not.toThrow('markedsecret');
});
