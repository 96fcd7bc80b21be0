/** A profile file as its schema describes it (`spec/schemas/profile.schema.json`). */
export interface Profile {
  readonly url: string;
  readonly prefix?: string;
  readonly key?: { readonly env?: string; readonly value?: string };
  readonly model?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly tls?: { readonly ca?: string; readonly client_certificate?: string; readonly client_key?: string };
  readonly testbed?: { readonly url: string; readonly token_env?: string };
  readonly limits?: { readonly request_timeout_ms?: number };
}
