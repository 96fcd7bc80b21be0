import { request } from 'node:http';

/** A stream that has begun and stays open. */
export interface HeldStream {
  /** What has come first. */
  readonly text: string;
  /** Closes the connection from this side. */
  cut(): void;
  /** Resolves once the connection is closed, by whomever. */
  readonly ended: Promise<void>;
}

export interface StreamRequest {
  readonly secret: string;
  readonly model: string;
  readonly prompt: string;
}

/** Opens a stream on a connection of its own; resolves once its first content has come, rejects when it ends before. */
export function openStream(url: string, { secret, model, prompt }: StreamRequest): Promise<HeldStream> {
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${secret}` };
    const asked = request(`${url}/v1/chat/completions`, { method: 'POST', agent: false, headers });
    asked.on('error', reject);
    asked.on('close', end);
    asked.on('response', (response) => {
      let text = '';
      response.on('error', () => undefined);
      response.on('data', (piece) => {
        text += String(piece);
        if (text.includes('"content"')) resolve({ text, cut: () => asked.destroy(), ended });
      });
      response.on('end', () => reject(new Error(`the stream ended early: ${response.statusCode} ${text}`)));
    });
    asked.end(JSON.stringify({ model, stream: true, messages: [{ role: 'user', content: prompt }] }));
  });
}
