import { createServer, request } from 'node:http';
import { createSimulator } from '@gateproof/simulator';

/**
 * A gateway in memory, with its testbed, that dies after so many requests and has forgotten everything when it is started again. Arguments: port,
 * number of requests (0: never), and `poison` to die of every cancel too.
 */
const [port = '0', requests = '0', poison = ''] = process.argv.slice(2);
const simulator = createSimulator({ defaultKey: 'sk-test' });
const inner = new URL(await simulator.listen());
let left = Number(requests) === 0 ? Number.POSITIVE_INFINITY : Number(requests);
createServer((message, response) => {
  left -= 1;
  if (left < 0 || (poison !== '' && message.url?.endsWith('/cancel') === true)) {
    process.stderr.write('out of memory\n');
    process.exit(7);
  }
  const { method = 'GET', headers, url: path = '/' } = message;
  const call = request({ host: inner.hostname, port: inner.port, method, path, headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 500, answer.rawHeaders);
    response.flushHeaders();
    answer.pipe(response);
    answer.on('error', () => message.socket.destroy());
  });
  call.on('error', () => message.socket.destroy());
  response.on('close', () => call.destroy());
  message.pipe(call);
}).listen(Number(port), '127.0.0.1');
