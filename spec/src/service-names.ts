/** The names on the wire that carry the service prefix. */
export interface ServiceNames {
  readonly metadataHeader: string;
  readonly requestIdHeader: string;
  readonly eventHeader: string;
  readonly deliveryHeader: string;
  readonly signatureHeader: string;
  /** Field of a request body. */
  readonly requestField: string;
  /** Field of a job or completion. */
  readonly metadataField: string;
}

/** The prefix that the contract writes. */
export const defaultPrefix = 'svc';

/** Names for a service whose short prefix is `prefix`: `svc` gives `x-svc-metadata`, `SVC-Event`, `svc_metadata` and so on. */
export function serviceNames(prefix: string): ServiceNames {
  const lower = prefix.toLowerCase();
  const upper = prefix.toUpperCase();
  return {
    metadataHeader: `x-${lower}-metadata`,
    requestIdHeader: `x-${lower}-request-id`,
    eventHeader: `${upper}-Event`,
    deliveryHeader: `${upper}-Delivery`,
    signatureHeader: `${upper}-Signature`,
    requestField: lower,
    metadataField: `${lower}_metadata`,
  };
}
