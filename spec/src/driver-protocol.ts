/** The value of `protocol` in a driver's answer to `hello`. */
export const driverProtocol = 'gateproof-driver/1';

/** What a driver can be asked to do with its client SDK. `hello` and `close` are always there. */
export const driverOperations = [
  'chat',
  'chat_stream',
  'create_image',
  'create_transcription',
  'get_job',
  'wait_job',
  'cancel_job',
  'open_output',
  'list_models',
  'get_model',
  'verify_webhook',
] as const;
export type DriverOperation = (typeof driverOperations)[number];

/**
 * What a driver may take besides. `concurrent`: several requests at the same time, served by one client. `abort`: the request of that name. The others are
 * parameters of a chat or submission, by name (`submission_models`: `models` of a submission).
 */
export const driverFeatures = [
  'concurrent',
  'abort',
  'metadata',
  'tools',
  'max_tokens',
  'max_completion_tokens',
  'temperature',
  'response_format',
  'provider',
  'svc',
  'retry_of',
  'submission_models',
] as const;
export type DriverFeature = (typeof driverFeatures)[number];

/** One line on the driver's standard input. */
export interface DriverRequest {
  /** Comes back in the answer. */
  readonly id: number;
  readonly op: DriverOperation | 'hello' | 'close' | 'abort';
  /** Base URL of the gateway without `/v1`; may have a path. In every request but `hello`, `close`, `abort` and `verify_webhook`. */
  readonly base_url?: string;
  readonly api_key?: string;
  /** Service prefix, for example `svc`. */
  readonly prefix?: string;
  /** What the caller chose; absent when the caller chose none. */
  readonly idempotency_key?: string;
  /** By operation; see docs/driver-protocol.md. */
  readonly params?: Readonly<Record<string, unknown>>;
}

/** An error as the SDK reports it to its caller. What the SDK does not report is left out. */
export interface DriverError {
  readonly code?: string;
  readonly kind?: string;
  readonly message?: string;
  readonly status?: number;
  readonly request_id?: string;
}

/** One line on the driver's standard output. */
export type DriverAnswer =
  | { readonly id: number; readonly ok: true; readonly result: Readonly<Record<string, unknown>> }
  | {
      readonly id: number;
      readonly ok: false;
      readonly error: DriverError;
      /** What had come before the failure, of a stream. */
      readonly partial?: Readonly<Record<string, unknown>>;
    };

/** The result of `hello`. */
export interface DriverDescription {
  readonly protocol: string;
  readonly name: string;
  readonly version?: string;
  readonly operations: readonly DriverOperation[];
  /** Absent: none. */
  readonly features?: readonly DriverFeature[];
}
