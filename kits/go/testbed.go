package gateproof

// Made from spec/testbed.openapi.yaml by `npm run kits`; change that file, not this one.

import (
	"context"
	"net/url"
)

// TestbedDescription: Part of the testbed protocol.
type TestbedDescription struct {
	Protocol string `json:"protocol"`

	Capabilities []Capability `json:"capabilities"`

	// Modalities of the models that can be made. Default: all.
	Modalities []Modality `json:"modalities,omitempty"`

	// With `target` all accounts share one clock, and checks that move it run alone.
	ClockScope *string `json:"clock_scope,omitempty"`

	// How long the gateway waits for an upstream, on its own clock.
	UpstreamTimeoutMs *float64 `json:"upstream_timeout_ms,omitempty"`

	// The longest that a chat request may take in all, on the gateway's own clock. Default: not declared.
	RequestTimeoutMs *float64 `json:"request_timeout_ms,omitempty"`

	// How long a deleted or expired key may go on working.
	KeyPropagationMs *float64 `json:"key_propagation_ms,omitempty"`

	// What of a displayed signing secret is the key of its signatures: its text, or the bytes that its text behind a prefix such as `whsec_` stands for.
	SigningKey *string `json:"signing_key,omitempty"`

	Fragments *Fragments `json:"fragments,omitempty"`
}

// Capability is one of the values below.
type Capability string

// Values of Capability.
const (
	CapabilityAccounts      Capability = "accounts"
	CapabilityCredit        Capability = "credit"
	CapabilityKeys          Capability = "keys"
	CapabilityModels        Capability = "models"
	CapabilityUpstreams     Capability = "upstreams"
	CapabilityWebhooks      Capability = "webhooks"
	CapabilityRotation      Capability = "rotation"
	CapabilityClock         Capability = "clock"
	CapabilityRateLimit     Capability = "rate-limit"
	CapabilitySnapshot      Capability = "snapshot"
	CapabilityInternalFault Capability = "internal-fault"
	CapabilityUsage         Capability = "usage"
	CapabilityFragments     Capability = "fragments"
)

// Modality is one of the values below.
type Modality string

// Values of Modality.
const (
	ModalityText       Modality = "text"
	ModalityEmbeddings Modality = "embeddings"
	ModalityImage      Modality = "image"
	ModalityVideo      Modality = "video"
	ModalityAudioTTS   Modality = "audio_tts"
	ModalityAudioSTT   Modality = "audio_stt"
	ModalityMusic      Modality = "music"
)

// Fragments: What the contract leaves open, spelled by the target. All but the byte limit are parts that a request body is merged with.
type Fragments struct {
	// Makes a media submission a zero-data-retention job.
	ZDR map[string]any `json:"zdr,omitempty"`

	// Asks for a looser retention class than a key with the policy `strict` allows.
	LooserRetention map[string]any `json:"looser_retention,omitempty"`

	// Asks for another region than a key with the policy `home` allows.
	OtherRegion map[string]any `json:"other_region,omitempty"`

	// Part of a chat body: asks for a feature that the API does not offer.
	UnsupportedFeature map[string]any `json:"unsupported_feature,omitempty"`

	// Routing that no endpoint passes.
	ExcludingFilter map[string]any `json:"excluding_filter,omitempty"`

	// Routing options that ask for as much as any can: other endpoints, other models.
	WidestProvider map[string]any `json:"widest_provider,omitempty"`

	// Part of a chat body: names a preset whose model does not exist.
	PresetWithoutModel map[string]any `json:"preset_without_model,omitempty"`

	// Valid inputs of an image model that the testbed makes.
	ImageInputs map[string]any `json:"image_inputs,omitempty"`

	// Valid inputs of a transcription model that the testbed makes.
	TranscriptionInputs map[string]any `json:"transcription_inputs,omitempty"`

	// The largest body that is accepted.
	BodyLimitBytes *int `json:"body_limit_bytes,omitempty"`
}

// AccountRequest: Part of the testbed protocol.
type AccountRequest struct {
	// Default: plenty.
	CreditUSD *float64 `json:"credit_usd,omitempty"`
}

// AccountAnswer: Part of the testbed protocol.
type AccountAnswer struct {
	ID string `json:"id"`

	Key KeyAnswer `json:"key"`
}

// CreditRequest: Part of the testbed protocol.
type CreditRequest struct {
	USD float64 `json:"usd"`
}

// KeyRequestPolicy: Part of the testbed protocol.
type KeyRequestPolicy struct {
	Retention *string `json:"retention,omitempty"`

	Region *string `json:"region,omitempty"`
}

// KeyRequest: Part of the testbed protocol.
type KeyRequest struct {
	// The only models that the key may use.
	Models []string `json:"models,omitempty"`

	// CIDR ranges of the only addresses that it may be used from.
	IPRanges []string `json:"ip_ranges,omitempty"`

	MonthlyCapUSD *float64 `json:"monthly_cap_usd,omitempty"`

	Policy *KeyRequestPolicy `json:"policy,omitempty"`

	// On the account's clock.
	ExpiresAt *string `json:"expires_at,omitempty"`
}

// KeyAnswer: Part of the testbed protocol.
type KeyAnswer struct {
	ID string `json:"id"`

	Secret string `json:"secret"`
}

// ModelRequest: Part of the testbed protocol.
type ModelRequest struct {
	// Wanted id; that of the answer counts.
	ID *string `json:"id,omitempty"`

	Modality Modality `json:"modality"`

	// In tokens. A word is at least one token, and at most as many as it has bytes.
	ContextWindow *int `json:"context_window,omitempty"`

	// What one request costs, whatever its length.
	PriceUSD *float64 `json:"price_usd,omitempty"`

	// Base URLs of upstreams, in the order in which they are tried. The gateway calls `{endpoint}/chat/completions`, `{endpoint}/images/generations` or `{endpoint}/audio/transcriptions`.
	Endpoints []string `json:"endpoints"`
}

// ModelAnswer: Part of the testbed protocol.
type ModelAnswer struct {
	ID string `json:"id"`
}

// WebhookRequest: Part of the testbed protocol.
type WebhookRequest struct {
	URL string `json:"url"`

	// `host:port` that is really connected to; name, certificate check and rules are those of `url`.
	ConnectTo *string `json:"connect_to,omitempty"`

	// PEM of the authority that signed the receiver's certificate.
	CA *string `json:"ca,omitempty"`
}

// WebhookAnswer: Part of the testbed protocol.
type WebhookAnswer struct {
	ID string `json:"id"`

	// The signing secret.
	Secret string `json:"secret"`
}

// RotationAnswer: Part of the testbed protocol.
type RotationAnswer struct {
	Secret string `json:"secret"`
}

// ClockAnswer: Part of the testbed protocol.
type ClockAnswer struct {
	Now string `json:"now"`
}

// AdvanceRequest: Part of the testbed protocol.
type AdvanceRequest struct {
	Ms float64 `json:"ms"`
}

// RateLimitRequestLimit: So many requests per window; null lifts the limit.
type RateLimitRequestLimit struct {
	Requests float64 `json:"requests"`

	WindowMs float64 `json:"window_ms"`
}

// RateLimitRequest: Part of the testbed protocol.
type RateLimitRequest struct {
	// So many requests per window; null lifts the limit.
	Limit *RateLimitRequestLimit `json:"limit"`
}

// TroubleRequest: Part of the testbed protocol.
type TroubleRequest struct {
	StaleConfiguration *bool `json:"stale_configuration,omitempty"`

	InternalFailure *bool `json:"internal_failure,omitempty"`
}

// UsageAnswerGenerationsItem: Part of the testbed protocol.
type UsageAnswerGenerationsItem struct {
	GenerationID string `json:"generation_id"`

	Kind string `json:"kind"`

	Model string `json:"model"`

	ChargedUSD float64 `json:"charged_usd"`

	// How it failed: a code of the table of errors, `client_disconnected` included; null when all went well.
	ErrorCode *string `json:"error_code"`
}

// UsageAnswer: Part of the testbed protocol.
type UsageAnswer struct {
	Generations []UsageAnswerGenerationsItem `json:"generations"`

	ChargedUSD float64 `json:"charged_usd"`
}

// Testbed has all operations of the protocol, by the names that the document gives them.
type Testbed struct {
	call func(ctx context.Context, method, path string, body, answer any) error
}

// DescribeTestbed: Names the version of the protocol and what this testbed can arrange.
func (t *Testbed) DescribeTestbed(ctx context.Context) (TestbedDescription, error) {
	var answer TestbedDescription
	err := t.call(ctx, "GET", "/", nil, &answer)
	return answer, err
}

// CreateAccount: Makes an account with a first key.
func (t *Testbed) CreateAccount(ctx context.Context, body AccountRequest) (AccountAnswer, error) {
	var answer AccountAnswer
	err := t.call(ctx, "POST", "/accounts", body, &answer)
	return answer, err
}

// DeleteAccount: Ends the account with all that belongs to it.
func (t *Testbed) DeleteAccount(ctx context.Context, account string) error {
	return t.call(ctx, "DELETE", "/accounts/"+url.PathEscape(account), nil, nil)
}

// SetCredit: Sets the prepaid credit.
func (t *Testbed) SetCredit(ctx context.Context, account string, body CreditRequest) error {
	return t.call(ctx, "PUT", "/accounts/"+url.PathEscape(account)+"/credit", body, nil)
}

// CreateKey: Makes a key; what the request leaves out is unrestricted.
func (t *Testbed) CreateKey(ctx context.Context, account string, body KeyRequest) (KeyAnswer, error) {
	var answer KeyAnswer
	err := t.call(ctx, "POST", "/accounts/"+url.PathEscape(account)+"/keys", body, &answer)
	return answer, err
}

// DeleteKey: Deletes a key.
func (t *Testbed) DeleteKey(ctx context.Context, account, key string) error {
	return t.call(ctx, "DELETE", "/accounts/"+url.PathEscape(account)+"/keys/"+url.PathEscape(key), nil, nil)
}

// CreateModel: Makes a model that is served by the given upstreams.
func (t *Testbed) CreateModel(ctx context.Context, account string, body ModelRequest) (ModelAnswer, error) {
	var answer ModelAnswer
	err := t.call(ctx, "POST", "/accounts/"+url.PathEscape(account)+"/models", body, &answer)
	return answer, err
}

// ReadClock: Reads the account's clock.
func (t *Testbed) ReadClock(ctx context.Context, account string) (ClockAnswer, error) {
	var answer ClockAnswer
	err := t.call(ctx, "GET", "/accounts/"+url.PathEscape(account)+"/clock", nil, &answer)
	return answer, err
}

// AdvanceClock: Moves the clock on.
func (t *Testbed) AdvanceClock(ctx context.Context, account string, body AdvanceRequest) (ClockAnswer, error) {
	var answer ClockAnswer
	err := t.call(ctx, "POST", "/accounts/"+url.PathEscape(account)+"/clock/advance", body, &answer)
	return answer, err
}

// SetRateLimit: Limits the account's requests, or lifts the limit.
func (t *Testbed) SetRateLimit(ctx context.Context, account string, body RateLimitRequest) error {
	return t.call(ctx, "PUT", "/accounts/"+url.PathEscape(account)+"/rate-limit", body, nil)
}

// SetTrouble: Makes the account's requests fail inside the gateway until it is called again.
func (t *Testbed) SetTrouble(ctx context.Context, account string, body TroubleRequest) error {
	return t.call(ctx, "PUT", "/accounts/"+url.PathEscape(account)+"/trouble", body, nil)
}

// ReadUsage: Reads what was run and charged.
func (t *Testbed) ReadUsage(ctx context.Context, account string) (UsageAnswer, error) {
	var answer UsageAnswer
	err := t.call(ctx, "GET", "/accounts/"+url.PathEscape(account)+"/usage", nil, &answer)
	return answer, err
}

// CreateWebhook: Registers a webhook endpoint, by the contract's rules for its URL.
func (t *Testbed) CreateWebhook(ctx context.Context, account string, body WebhookRequest) (WebhookAnswer, error) {
	var answer WebhookAnswer
	err := t.call(ctx, "POST", "/accounts/"+url.PathEscape(account)+"/webhooks", body, &answer)
	return answer, err
}

// DeleteWebhook: Removes the endpoint; no attempt follows.
func (t *Testbed) DeleteWebhook(ctx context.Context, account, webhook string) error {
	return t.call(ctx, "DELETE", "/accounts/"+url.PathEscape(account)+"/webhooks/"+url.PathEscape(webhook), nil, nil)
}

// RotateSecret: Gives the endpoint a new signing secret; the one before stays valid until it is retired.
func (t *Testbed) RotateSecret(ctx context.Context, account, webhook string) (RotationAnswer, error) {
	var answer RotationAnswer
	err := t.call(ctx, "POST", "/accounts/"+url.PathEscape(account)+"/webhooks/"+url.PathEscape(webhook)+"/rotate", nil, &answer)
	return answer, err
}

// RetireSecret: Retires the previous secret.
func (t *Testbed) RetireSecret(ctx context.Context, account, webhook string) error {
	return t.call(ctx, "POST", "/accounts/"+url.PathEscape(account)+"/webhooks/"+url.PathEscape(webhook)+"/retire", nil, nil)
}
