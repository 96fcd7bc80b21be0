// Starts @copilotkit/aimock with one reply to everything: node aimock.mjs PORT
import { LLMock } from '@copilotkit/aimock';

const mock = new LLMock({ port: Number(process.argv[2]), host: '127.0.0.1' });
mock.addFixture({ match: {}, response: { content: 'one two three four' } });
await mock.start();
