import { describe, expect, test } from 'vitest';
import { urlProblem } from './url-problem.ts';

describe('a webhook URL', () => {
  test.each([
    'https://hooks.example.test/x',
    'https://hooks.example.com:443/x?y=1',
    'https://93.184.215.14/x',
    'https://[2606:2800:220:1::1]/x',
  ])('%s is taken', (url) => expect(urlProblem(url)).toBeUndefined());

  test.each([
    'nonsense',
    'http://hooks.example.com/x',
    'https://hooks.example.com:8443/x',
    'https://user:pass@hooks.example.com/x',
    'https://localhost/x',
    'https://LOCALHOST./x',
    'https://a.localhost/x',
    'https://printer.local/x',
    'https://intranet/x',
    'https://127.0.0.1/x',
    'https://127.1/x',
    'https://2130706433/x',
    'https://0x7f.0.0.1/x',
    'https://0177.0.0.1/x',
    'https://10.1.2.3/x',
    'https://172.16.0.1/x',
    'https://192.168.0.1/x',
    'https://169.254.169.254/x',
    'https://100.64.0.1/x',
    'https://0.0.0.0/x',
    'https://224.0.0.1/x',
    'https://240.0.0.1/x',
    'https://[::1]/x',
    'https://[::]/x',
    'https://[fc00::1]/x',
    'https://[fe80::1]/x',
    'https://[::ffff:127.0.0.1]/x',
    'https://[::ffff:a00:1]/x',
    'https://[64:ff9b::7f00:1]/x',
    'https://[2002:7f00:1::]/x',
    'https://[::127.0.0.1]/x',
  ])('%s is refused', (url) => expect(urlProblem(url)).toBeTypeOf('string'));
});
