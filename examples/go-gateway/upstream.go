package main

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"sync/atomic"
	"time"
)

const (
	upstreamTimeout = 30 * time.Second
	requestTimeout  = 2 * time.Minute
	maxAnswer       = 64 << 20
)

// failure is why an endpoint did not serve a request.
type failure struct {
	code    string
	message string
	status  *int
	final   bool
	wait    time.Duration
}

func fail(code, message string) *failure { return &failure{code: code, message: message} }

// watchdog cancels a call when its endpoint is silent for too long on the account's clock.
type watchdog struct {
	clock   *Clock
	timer   *Timer
	cancel  context.CancelFunc
	d       time.Duration
	expired atomic.Bool
}

func watch(ctx context.Context, c *Clock, d time.Duration) (context.Context, *watchdog) {
	ctx, cancel := context.WithCancel(ctx)
	dog := &watchdog{clock: c, cancel: cancel, d: d}
	dog.feed()
	return ctx, dog
}

func (d *watchdog) feed() {
	if d.timer != nil {
		d.timer.Stop()
	}
	d.timer = d.clock.AfterFunc(d.d, func() {
		d.expired.Store(true)
		d.cancel()
	})
}

func (d *watchdog) stop() {
	d.timer.Stop()
	d.cancel()
}

func (d *watchdog) failure(err error) *failure {
	if d.expired.Load() {
		return fail("upstream_timeout", "the endpoint did not answer in time")
	}
	return fail("provider_unavailable", "the endpoint could not be reached or broke off")
}

// post sends a body to an endpoint and returns its 2xx answer.
func (g *Gateway) post(ctx context.Context, dog *watchdog, url string, body []byte, accept string) (*http.Response, *failure) {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, url, bytes.NewReader(body))
	if err != nil {
		return nil, fail("provider_unavailable", "the endpoint has no usable address")
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Accept", accept)
	resp, err := g.client.Do(req)
	if err != nil {
		return nil, dog.failure(err)
	}
	if resp.StatusCode < 200 || resp.StatusCode > 299 {
		defer resp.Body.Close()
		return nil, refusal(resp)
	}
	return resp, nil
}

func refusal(resp *http.Response) *failure {
	var body struct {
		Error struct {
			Code any `json:"code"`
		} `json:"error"`
	}
	json.NewDecoder(io.LimitReader(resp.Body, 1<<20)).Decode(&body)
	f := &failure{status: &resp.StatusCode, code: "provider_unavailable", message: "the endpoint could not complete the request"}
	switch resp.StatusCode {
	case http.StatusBadRequest:
		switch body.Error.Code {
		case "content_policy_violation", "content_filter":
			f.code, f.message, f.final = "moderation_refused", "the endpoint refused the request on content grounds", true
		case "context_length_exceeded":
			f.code, f.message = "context_length_exceeded", "the input is longer than the model's context window"
		}
	case http.StatusUnauthorized, http.StatusForbidden:
		f.code, f.message = "provider_unauthorized", "the endpoint refused the gateway"
	case http.StatusPaymentRequired:
		f.code, f.message = "provider_payment_required", "the endpoint could not take the request"
	case http.StatusTooManyRequests:
		f.code, f.message = "rate_limited", "the endpoint has too many requests right now"
		if d, err := time.ParseDuration(resp.Header.Get("Retry-After") + "s"); err == nil && d > 0 {
			f.wait = d
		}
	}
	return f
}

// postJSON sends a body and decodes the whole JSON answer.
func (g *Gateway) postJSON(ctx context.Context, c *Clock, timeout time.Duration, url string, body []byte, v any) *failure {
	ctx, dog := watch(ctx, c, timeout)
	defer dog.stop()
	resp, f := g.post(ctx, dog, url, body, "application/json")
	if f != nil {
		return f
	}
	defer resp.Body.Close()
	answer, err := io.ReadAll(io.LimitReader(resp.Body, maxAnswer))
	if err != nil {
		f := dog.failure(err)
		f.status = &resp.StatusCode
		return f
	}
	if len(bytes.TrimSpace(answer)) == 0 {
		return &failure{code: "provider_empty_response", message: "the endpoint answered with no output", status: &resp.StatusCode}
	}
	if err := json.Unmarshal(answer, v); err != nil {
		return &failure{code: "provider_unavailable", message: "the endpoint's answer could not be read", status: &resp.StatusCode}
	}
	return nil
}

func (f *failure) attempt(c candidate) attempt {
	return attempt{Endpoint: c.name, Model: c.model.id, Status: f.status, Kind: codes[f.code].kind, Code: f.code}
}

func (f *failure) apiError(gen string, attempts []attempt) *apiError {
	e := errorf(f.code, "%s", f.message).retryAfter(f.wait)
	e.GenerationID = gen
	e.Attempts = attempts
	return e
}
