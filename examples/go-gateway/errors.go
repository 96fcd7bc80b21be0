package main

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"time"
)

type codeRow struct {
	status int
	kind   string
	scope  string
	typ    string
}

var codes = map[string]codeRow{
	"invalid_request":           {400, "terminal", "request", "invalid_request_error"},
	"policy_conflict":           {400, "terminal", "request", "invalid_request_error"},
	"unsupported_capability":    {400, "terminal", "request", "invalid_request_error"},
	"context_length_exceeded":   {400, "terminal", "request", "invalid_request_error"},
	"unauthorized":              {401, "terminal", "", "authentication_error"},
	"budget_exceeded":           {402, "terminal", "", "insufficient_quota"},
	"insufficient_credit":       {402, "terminal", "", "insufficient_quota"},
	"forbidden":                 {403, "terminal", "", "permission_error"},
	"moderation_refused":        {403, "terminal", "request", "permission_error"},
	"model_not_found":           {404, "terminal", "model", "not_found_error"},
	"no_endpoint_available":     {404, "terminal", "route", "not_found_error"},
	"job_not_found":             {404, "terminal", "request", "not_found_error"},
	"not_found":                 {404, "terminal", "", "not_found_error"},
	"method_not_allowed":        {405, "terminal", "", "invalid_request_error"},
	"idempotency_conflict":      {409, "terminal", "request", "conflict_error"},
	"job_finished":              {409, "terminal", "request", "conflict_error"},
	"payload_too_large":         {413, "terminal", "request", "invalid_request_error"},
	"rate_limited":              {429, "rate_limit", "", "rate_limit_error"},
	"internal_error":            {500, "unknown", "", "server_error"},
	"provider_unavailable":      {502, "unavailable", "route", "api_error"},
	"provider_empty_response":   {502, "unavailable", "route", "api_error"},
	"provider_payment_required": {502, "unavailable", "route", "api_error"},
	"provider_unauthorized":     {502, "terminal", "route", "api_error"},
	"snapshot_expired":          {503, "unavailable", "", "server_error"},
	"upstream_timeout":          {504, "timeout", "route", "timeout_error"},
	"request_timeout":           {504, "timeout", "request", "timeout_error"},
	"retention_expired":         {504, "terminal", "request", "timeout_error"},
}

type attempt struct {
	Endpoint string `json:"endpoint"`
	Model    string `json:"model"`
	Status   *int   `json:"status"`
	Kind     string `json:"kind"`
	Code     string `json:"code"`
}

type apiError struct {
	Code         string    `json:"code"`
	Message      string    `json:"message"`
	Kind         string    `json:"kind"`
	Scope        *string   `json:"scope"`
	Type         string    `json:"type"`
	Param        *string   `json:"param"`
	RequestID    string    `json:"request_id,omitempty"`
	GenerationID string    `json:"generation_id,omitempty"`
	RetryAfterMs int64     `json:"retry_after_ms,omitempty"`
	Attempts     []attempt `json:"attempts,omitempty"`

	status int
}

func (e *apiError) Error() string { return e.Code + ": " + e.Message }

func errorf(code, format string, args ...any) *apiError {
	row := codes[code]
	e := &apiError{Code: code, Message: fmt.Sprintf(format, args...), Kind: row.kind, Type: row.typ, status: row.status}
	if row.scope != "" {
		scope := row.scope
		e.Scope = &scope
	}
	return e
}

func (e *apiError) retryAfter(d time.Duration) *apiError {
	if ms := int64((d + time.Millisecond - 1) / time.Millisecond); ms > 0 {
		e.RetryAfterMs = ms
	}
	return e
}

func writeError(w http.ResponseWriter, e *apiError) {
	e.RequestID = w.Header().Get("X-Svc-Request-Id")
	if e.RetryAfterMs > 0 {
		w.Header().Set("Retry-After", strconv.FormatInt((e.RetryAfterMs+999)/1000, 10))
	}
	writeJSON(w, e.status, map[string]*apiError{"error": e})
}

func writeJSON(w http.ResponseWriter, status int, v any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	json.NewEncoder(w).Encode(v)
}
