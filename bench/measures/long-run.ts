import { jsonBody, load } from '../load.ts';
import { startServer } from '../servers/start-server.ts';

const warmUp = 100_000;

/** How many bytes live objects and buffers of a simulator grow by for each of so many conversations with one account, after a collection. */
export async function growthPerChat(chats: number): Promise<number> {
  const server = await startServer('simulator', { pace: 'together' });
  try {
    await load(server.url, { body: jsonBody }, { requests: warmUp });
    const before = await server.usage(true);
    await load(server.url, { body: jsonBody }, { requests: chats });
    const after = await server.usage(true);
    return (after.liveBytes - before.liveBytes) / chats;
  } finally {
    await server.close();
  }
}
