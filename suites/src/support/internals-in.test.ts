import { expect, test } from 'vitest';
import { internalsIn } from './internals-in.ts';

test.each([
  ['Node', 'Error: boom\n    at handle (/app/dist/server.js:120:15)', 'at handle (/app/dist/server.js:120:15)'],
  ['Node, a module', 'boom\n    at file:///srv/gateway/index.mjs:3:7', 'at file:///srv/gateway/index.mjs:3:7'],
  [
    'Node, asynchronously',
    'boom at async Server.<anonymous> (C:\\g\\a.ts:1:2)',
    'at async Server.<anonymous> (C:\\g\\a.ts:1:2)',
  ],
  ['Node itself', 'boom (node:internal/process/task_queues:95:5)', 'node:internal/process/task_queues:95:5'],
  ['Python', 'Traceback (most recent call last):\n', 'Traceback (most recent call last)'],
  ['a frame of Python', '  File "gateway/main.py", line 12, in run', 'File "gateway/main.py", line 12'],
  ['Go', 'panic\n\ngoroutine 17 [running]:\nmain.main()', 'goroutine 17 [running]'],
  ['a frame of Go', 'relay.go:88 +0x1d', 'relay.go:88'],
  ['Java', 'boom\n\tat com.acme.Relay.send(Relay.java:88)', 'at com.acme.Relay.send(Relay.java:88)'],
  ['.NET', '   at Acme.Relay.Send(String body) in D:\\src\\Relay.cs:line 88', ') in D:\\src\\Relay.cs:line 88'],
  ['Rust', "thread 'main' panicked at src/relay.rs:88:5", "thread 'main' panicked at"],
  ['PHP', 'Uncaught Error in relay.php:12', 'relay.php:12'],
  ['Ruby', "relay.rb:12:in `call'", 'relay.rb:12:in'],
  ['a path', 'ENOENT: no such file, open "/home/gateway/keys.json"', '/home/gateway/keys.json'],
  ['a path of the system', 'can not read /etc/gateway.yaml', '/etc/gateway.yaml'],
  ['a source file', 'failed in /app/src/relay.py', '/app/src/relay.py'],
  ['a dependency', 'Cannot find node_modules/undici', 'node_modules/undici'],
  ['Windows', 'can not open C:\\gateway\\keys.json', 'C:\\gateway\\'],
  ['an address', 'connect ECONNREFUSED 10.0.0.7:8000', 'connect ECONNREFUSED 10.0.0.7:8000'],
  ['a host', 'getaddrinfo ENOTFOUND models.internal', 'getaddrinfo ENOTFOUND models.internal'],
  ['an address in Go', 'Post: dial tcp 10.0.0.7:8000: connect: connection refused', 'dial tcp 10.0.0.7:8000'],
])('%s is seen', (_what, text, shown) => {
  expect(internalsIn(text)).toBe(shown);
});

test.each([
  'There is no route POST /v1/chat/completions.',
  'models[5] is one too many; see https://docs.example.com/home/errors/models.html',
  'No endpoint serves accounts/acme/models/one, usr/share/model or meta/llama-3:8b.',
  'acme/app/src/main.py is not a model',
  'Too many requests at 12:30:45; try again in 20 s.',
  'Add credit under /app/settings/billing or /home/billing.',
  'The endpoint answered 503: upstream connect error or disconnect/reset before headers.',
  'The endpoint said: "an inner detail of the endpoint-7".',
  'messages: Expected an array (line 3 of the body, column 12:7) in C: or D:',
  'x-svc-request-id: req_01:02:03',
  'The connection was refused (ECONNREFUSED).',
  'Unexpected token (7) in the body:line 3',
])('%s is innocent', (text) => {
  expect(internalsIn(text)).toBeUndefined();
});

test('a text that nearly matches everywhere takes no longer than its length asks for', () => {
  const texts = ['at ', 'a.', '/usr/', 'x/', '#', ') in ', 'C:\\', 'at a '].map((piece) => piece.repeat(4_000));
  expect(texts.map(internalsIn).filter((found) => found !== undefined)).toEqual([]);
});
