import type { WebhookEndpoint } from '../records/webhook-endpoint.ts';
import { createWebhookSender, type WebhookSender } from './webhook-sender.ts';

/** A receiver of one's own that gets every event of every account besides. */
export interface WebhookForwarding {
  /** Where to; http and any port are fine here. */
  readonly url: string;
  /** Signs what is forwarded. Default: one that follows from the simulator's seed. */
  readonly secret?: string;
  /** Receives each attempt that was not acknowledged, in one line. */
  onFailure(line: string): void;
}

/** Few, so that a receiver that is not there is not tried for a day. */
const attempts = 3;

/** The way to webhook receivers, and the endpoints that everything is forwarded to besides. `drawnSecret`: signs where no secret is given. */
export function openSender(
  given: WebhookForwarding | readonly WebhookForwarding[] | undefined,
  drawnSecret: string,
): { readonly sender: WebhookSender; readonly forwardTo: readonly WebhookEndpoint[] } {
  const forwardings = [given ?? []].flat();
  const forwardTo = forwardings.map((forwarding, place) => endpointOf(forwarding, drawnSecret, place));
  const sender = forwardings.reduce<WebhookSender>((inner, forwarding, place) => {
    const endpoint = forwardTo[place];
    return endpoint === undefined ? inner : reportingFailures(inner, endpoint, (line) => forwarding.onFailure(line));
  }, createWebhookSender());
  return { sender, forwardTo };
}

/** Reached wherever its URL says, local addresses included. */
function endpointOf({ url, secret }: WebhookForwarding, drawnSecret: string, place: number): WebhookEndpoint {
  const { hostname, port, protocol } = new URL(url);
  return {
    id: place === 0 ? 'whk_forward' : `whk_forward_${place + 1}`,
    url,
    connectTo: `${hostname}:${port === '' ? (protocol === 'https:' ? 443 : 80) : port}`,
    ca: undefined,
    secrets: [secret ?? drawnSecret],
    isRemoved: false,
    maxAttempts: attempts,
  };
}

/** A sender that reports what the forwarding's receiver did not acknowledge. */
function reportingFailures(
  sender: WebhookSender,
  endpoint: WebhookEndpoint,
  onFailure: (line: string) => void,
): WebhookSender {
  const report = (body: string, what: string) =>
    onFailure(`${eventOf(body)} not forwarded to ${endpoint.url}: ${what}`);
  return {
    ...sender,
    async post(post) {
      if (post.endpoint !== endpoint) return sender.post(post);
      try {
        const answer = await sender.post(post);
        if (answer.status < 200 || answer.status >= 300) report(post.body, `answered ${answer.status}`);
        return answer;
      } catch (error) {
        report(post.body, troubleOf(error));
        throw error;
      }
    },
  };
}

function eventOf(body: string): string {
  try {
    const { type, id, data } = JSON.parse(body) as { type?: string; id?: string; data?: { id?: string } };
    return `${type} ${id} of ${data?.id}`;
  } catch {
    return 'event';
  }
}

function troubleOf(error: unknown): string {
  const { message, code } = error as { message?: string; code?: string };
  return (message === undefined || message === '' ? (code ?? String(error)) : message).split('\n')[0] ?? '';
}
