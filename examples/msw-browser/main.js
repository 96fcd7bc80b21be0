import { simulatorAt, simulatorHandlers } from '@gateproof/simulator/msw';
import { setupWorker } from 'msw/browser';

const handlers = simulatorHandlers(simulatorAt('/simulator'), { origin: 'https://api.example.test' });
await setupWorker(...handlers).start({ quiet: true });
await import('./chat.js'); // the application, whose requests are answered from now on
