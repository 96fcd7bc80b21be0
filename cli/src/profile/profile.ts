import type { DescribedRoutes } from '@gateproof/harness';
import type { Fragments, ModelModality, SigningKey } from '@gateproof/spec';

/** A secret: in an environment variable, or as it stands. */
export interface SecretSource {
  readonly env?: string;
  readonly value?: string;
}

/** Further keys of a gateway without a testbed, by what they are for. */
export interface KeysByRole {
  readonly second_account?: SecretSource;
  readonly others?: readonly SecretSource[];
  readonly expired?: SecretSource;
  readonly deleted?: SecretSource;
  readonly elsewhere?: SecretSource;
  readonly capped?: SecretSource;
  readonly policy?: SecretSource;
  readonly no_credit?: SecretSource;
  readonly restricted?: { readonly key: SecretSource; readonly allowed: string; readonly forbidden: string };
}

/** What shows that a started gateway is ready. */
export interface ReadyPart {
  readonly url?: string;
  readonly port?: number;
  readonly log?: string;
  readonly timeout_ms?: number;
}

/** A command that starts the gateway for the run. */
export interface CommandPart {
  readonly start: string | readonly string[];
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly ready?: ReadyPart;
}

/** A container that serves the gateway for the run. */
export interface ContainerPart {
  readonly image: string;
  readonly env?: Readonly<Record<string, string | SecretSource>>;
  readonly command?: readonly string[];
  readonly port: number;
  readonly ready?: ReadyPart;
}

/** A profile file as its schema describes it (`spec/schemas/profile.schema.json`). */
export interface Profile {
  /** Absent only with `container`. A list has one for each replica. */
  readonly url?: string | readonly string[];
  readonly container?: ContainerPart;
  readonly reachable_at?: { readonly host?: string; readonly bind?: string };
  readonly command?: CommandPart;
  readonly prefix?: string;
  readonly routes?: DescribedRoutes;
  readonly key?: SecretSource;
  readonly keys?: KeysByRole;
  readonly model?: string;
  readonly claims?: readonly string[];
  /** YAML reads 1.0 without quotes as a number. */
  readonly ruleset?: string | number;
  readonly differs?: readonly { readonly repair: string; readonly reason: string }[];
  readonly models?: readonly {
    readonly id: string;
    readonly modality?: ModelModality;
    readonly ports: readonly number[];
    readonly headers?: Readonly<Record<string, string>>;
    readonly context_window?: number;
    readonly price_usd?: number;
  }[];
  readonly webhooks?: readonly {
    readonly url: string;
    readonly port: number;
    readonly secret: SecretSource;
    readonly previous_secret?: SecretSource;
    readonly tls?: boolean;
    readonly ca_file?: string;
  }[];
  readonly upstream_host?: string;
  readonly signing_key?: SigningKey;
  readonly upstream_timeout_ms?: number;
  readonly fragments?: Fragments;
  readonly headers?: Readonly<Record<string, string | SecretSource>>;
  readonly tls?: { readonly ca?: string; readonly client_certificate?: string; readonly client_key?: string };
  readonly testbed?: { readonly url: string; readonly token_env?: string };
  readonly limits?: {
    readonly request_timeout_ms?: number;
    readonly comeback_ms?: number;
    readonly requests?: number;
  };
  readonly allow_destructive?: boolean;
}
