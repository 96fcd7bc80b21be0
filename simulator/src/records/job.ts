import type { JsonObject } from '@gateproof/spec';
import type { UpstreamTurn } from '@gateproof/upstreams';
import type { ApiKey } from './api-key.ts';
import type { Generation } from './generation.ts';

export type JobState = 'queued' | 'processing' | 'succeeded' | 'failed' | 'canceled';
export type FinalState = 'succeeded' | 'failed' | 'canceled';

/** A file that a job made, as it is kept. */
export interface JobFile {
  readonly bytes: Uint8Array;
  /** Media type. */
  readonly type: string;
}

/** Why a job ended without output: a row of the error table. */
export interface JobError {
  readonly code: string;
  readonly scope: string | null;
  readonly message: string;
}

/** The state of a job with what belongs to that state alone. */
export type JobStage =
  | { readonly state: 'queued' }
  | { readonly state: 'processing'; readonly startedAtMs: number }
  | {
      readonly state: 'succeeded';
      readonly startedAtMs: number | undefined;
      readonly completedAtMs: number;
      readonly files: readonly JobFile[];
    }
  | {
      readonly state: 'failed';
      readonly startedAtMs: number | undefined;
      readonly completedAtMs: number;
      readonly error: JobError;
    }
  | { readonly state: 'canceled'; readonly startedAtMs: number | undefined; readonly completedAtMs: number };

/** What a job is from its submission to its end. */
export interface JobFacts {
  readonly id: string;
  readonly kind: 'image' | 'transcription';
  readonly modality: string;
  readonly requestedModel: string;
  readonly createdAtMs: number;
  readonly isZdr: boolean;
  readonly retryOf: string | undefined;
  /** Origin under which its files are served, for example `http://127.0.0.1:8080`. */
  readonly origin: string;
  readonly key: ApiKey;
  readonly generation: Generation;
}

/** What is asked of the endpoints. */
export interface JobWork {
  readonly body: JsonObject;
  /** Models that may serve, in order. */
  readonly modelIds: readonly string[];
  /** What they answer, where a canned reply of the account says so. */
  readonly reply?: UpstreamTurn | undefined;
}

/** A media job. Its stage changes through `moveJob` alone. */
export interface Job extends JobFacts {
  stage: JobStage;
  /** The model that serves it; the requested one until another has answered. */
  model: string;
  /** Set once a cancel was accepted. */
  cancelRequested: boolean;
  readonly abort: AbortController;
  /** Undefined once the job is final. */
  work: JobWork | undefined;
}

/** Whether a job in this state has come to its end (States and transitions). */
export function isFinal(state: JobState): state is FinalState {
  return state === 'succeeded' || state === 'failed' || state === 'canceled';
}

export function startedAtMsOf(stage: JobStage): number | undefined {
  return stage.state === 'queued' ? undefined : stage.startedAtMs;
}
