/** What the example receivers share: an HTTP endpoint that hands deliveries to a verifier and handles each event once. */
import { createServer, type IncomingMessage, type Server } from 'node:http';

interface WebhookEvent {
  readonly id: string;
}

/** Returns the event of a genuine delivery, and throws for any other. */
export type VerifyDelivery = (body: Buffer, signature: string) => WebhookEvent;

/** A receiver that is not yet listening. `GET /effects?event=ID` returns how often an event was handled, and the event as its handler was given it. */
export function createReceiver(verify: VerifyDelivery): Server {
  const handled = new Map<string, WebhookEvent>();
  return createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://receiver');
    if (url.pathname === '/effects') {
      const event = handled.get(url.searchParams.get('event') ?? '');
      response.end(JSON.stringify(event === undefined ? { count: 0 } : { count: 1, event }));
      return;
    }
    const body = await bytesOf(request);
    try {
      const event = verify(body, String(request.headers['svc-signature'] ?? ''));
      // An event that comes again is acknowledged and not handled again.
      if (!handled.has(event.id)) handled.set(event.id, event);
      response.writeHead(200).end();
    } catch {
      response.writeHead(400).end();
    }
  });
}

async function bytesOf(request: IncomingMessage): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  return Buffer.concat(pieces);
}

/** Listens where the environment says (`PORT`, default 3000) and says so. */
export function listen(receiver: Server): void {
  receiver.listen(Number(process.env.PORT ?? 3000), '127.0.0.1', () => {
    process.stdout.write(`receiving at http://127.0.0.1:${process.env.PORT ?? 3000}/hook\n`);
  });
}
