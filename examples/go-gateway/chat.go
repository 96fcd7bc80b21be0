package main

import (
	"context"
	"encoding/json"
	"net/http"
	"strings"
	"sync/atomic"
)

type chatRequest struct {
	shared
	Messages            []map[string]json.RawMessage `json:"messages"`
	Stream              bool                         `json:"stream"`
	MaxTokens           *int                         `json:"max_tokens"`
	MaxCompletionTokens *int                         `json:"max_completion_tokens"`
	Temperature         *float64                     `json:"temperature"`
	Tools               []map[string]json.RawMessage `json:"tools"`
	ResponseFormat      *struct {
		Type string `json:"type"`
	} `json:"response_format"`
	Audio      json.RawMessage `json:"audio"`
	Modalities []string        `json:"modalities"`
}

type usage struct {
	PromptTokens     int `json:"prompt_tokens"`
	CompletionTokens int `json:"completion_tokens"`
	TotalTokens      int `json:"total_tokens"`
}

type choice struct {
	Index        int             `json:"index"`
	Message      json.RawMessage `json:"message"`
	FinishReason *string         `json:"finish_reason"`
}

type chatMetadata struct {
	metadata
	Cost cost `json:"cost"`
}

type cost struct {
	BillingUSD   float64 `json:"billing_usd"`
	CostSource   string  `json:"cost_source"`
	CostStatus   string  `json:"cost_status"`
	PriceVersion string  `json:"price_version"`
}

type completion struct {
	ID          string        `json:"id"`
	Object      string        `json:"object"`
	Created     int64         `json:"created"`
	Model       string        `json:"model"`
	Choices     []choice      `json:"choices"`
	Usage       *usage        `json:"usage,omitempty"`
	SvcMetadata *chatMetadata `json:"svc_metadata,omitempty"`
}

// message is what decides whether a reply or a delta holds output.
type message struct {
	Role      string            `json:"role"`
	Content   json.RawMessage   `json:"content"`
	ToolCalls []json.RawMessage `json:"tool_calls"`
	Refusal   string            `json:"refusal"`
	Reasoning string            `json:"reasoning_content"`
}

func (m *message) text() bool {
	c := strings.TrimSpace(string(m.Content))
	return c != "" && c != "null" && c != `""` && c != "[]"
}

func (m *message) output() bool { return m.text() || len(m.ToolCalls) > 0 || m.Refusal != "" }

func (c *chatRequest) check() *apiError {
	if err := c.shared.check(); err != nil {
		return err
	}
	if len(c.Messages) == 0 {
		return errorf("invalid_request", "messages must be an array with at least one message")
	}
	for i, m := range c.Messages {
		var role string
		if m == nil || json.Unmarshal(m["role"], &role) != nil || role == "" {
			return errorf("invalid_request", "messages[%d] must be an object with a role", i)
		}
		if content := m["content"]; len(content) > 0 && strings.IndexByte(`"[n`, content[0]) < 0 {
			return errorf("invalid_request", "messages[%d].content must be a string or an array", i)
		}
	}
	for i, t := range c.Tools {
		if t == nil {
			return errorf("invalid_request", "tools[%d] must be an object", i)
		}
	}
	if c.MaxTokens != nil && *c.MaxTokens < 1 {
		return errorf("invalid_request", "max_tokens must be at least 1")
	}
	if c.MaxCompletionTokens != nil && *c.MaxCompletionTokens < 1 {
		return errorf("invalid_request", "max_completion_tokens must be at least 1")
	}
	if f := c.ResponseFormat; f != nil && f.Type != "json_object" && f.Type != "json_schema" && f.Type != "text" {
		return errorf("invalid_request", "response_format.type must be json_object or json_schema")
	}
	if c.Audio != nil && string(c.Audio) != "null" {
		return errorf("unsupported_capability", "audio output is not offered")
	}
	return nil
}

// tokens estimates the length of the input: four bytes a token, one a word at the least.
func (c *chatRequest) tokens() int {
	n := 0
	for _, m := range c.Messages {
		n += textTokens(m["content"])
	}
	return n
}

func textTokens(raw json.RawMessage) int {
	var text string
	var parts []struct {
		Text string `json:"text"`
	}
	if json.Unmarshal(raw, &text) != nil && json.Unmarshal(raw, &parts) == nil {
		for _, p := range parts {
			text += " " + p.Text
		}
	}
	n := 0
	for _, word := range strings.Fields(text) {
		n += (len(word) + 3) / 4
	}
	return n
}

// call is one chat request on its way through the endpoints.
type call struct {
	g        *Gateway
	k        *apiKey
	w        http.ResponseWriter
	r        *http.Request
	ctx      context.Context
	late     *atomic.Bool
	req      *chatRequest
	raw      map[string]json.RawMessage
	meta     metadata
	showMeta bool
	created  int64
	id       string
	started  bool
}

func (g *Gateway) chat(w http.ResponseWriter, r *http.Request, k *apiKey) {
	body, err := readBody(w, r)
	if err != nil {
		writeError(w, err)
		return
	}
	g.once(w, r, k, body, func(w http.ResponseWriter) (bool, *job) {
		if err := g.admit(k); err != nil {
			writeError(w, err)
			return false, nil
		}
		return g.runChat(w, r, k, body), nil
	})
}

func (g *Gateway) runChat(w http.ResponseWriter, r *http.Request, k *apiKey, body []byte) bool {
	c := &call{g: g, k: k, w: w, r: r, req: &chatRequest{}}
	if err := decode(body, c.req); err != nil {
		writeError(w, err)
		return false
	}
	json.Unmarshal(body, &c.raw)
	if err := c.req.check(); err != nil {
		writeError(w, err)
		return false
	}
	meta, err := c.req.policy(k)
	if err != nil {
		writeError(w, err)
		return false
	}
	list, err := g.candidates(k, &c.req.shared, "text")
	if err != nil {
		writeError(w, err)
		return false
	}
	fitting := list[:0:0]
	n := c.req.tokens()
	for _, cand := range list {
		if cand.model.window == 0 || n <= cand.model.window {
			fitting = append(fitting, cand)
		}
	}
	if len(fitting) == 0 {
		writeError(w, errorf("context_length_exceeded", "messages: the input of about %d tokens is longer than the model's context window", n))
		return false
	}
	price := maxPrice(fitting)
	if err := g.reserve(k, price); err != nil {
		writeError(w, err)
		return false
	}
	c.id = newID("gen_")
	meta.GenerationID = c.id
	c.meta = meta
	c.showMeta = r.Header.Get("x-svc-metadata") == "enabled"
	c.created = k.account.clock.Now().Unix()
	ctx, cancel := context.WithCancel(r.Context())
	defer cancel()
	c.ctx, c.late = ctx, &atomic.Bool{}
	timer := k.account.clock.AfterFunc(requestTimeout, func() { c.late.Store(true); cancel() })
	defer timer.Stop()
	gen := &generation{GenerationID: c.id, Kind: "chat", Model: c.req.Model}
	finished := false
	defer func() {
		if !finished {
			g.mu.Lock()
			g.settle(k, price, gen)
			g.mu.Unlock()
		}
	}()
	settle := func(m *model, code string, charged micros) {
		finished = true
		gen.charged = charged
		if m != nil {
			gen.Model = m.id
		}
		if code != "" {
			gen.ErrorCode = &code
		}
		g.mu.Lock()
		g.settle(k, price, gen)
		g.mu.Unlock()
	}
	return c.run(fitting, settle)
}

// run tries the candidates in order and reports whether the result is kept for replays.
func (c *call) run(list []candidate, settle func(*model, string, micros)) bool {
	var attempts []attempt
	var last *failure
	for _, cand := range list {
		var f *failure
		if c.req.Stream {
			f = c.stream(cand, settle)
		} else {
			f = c.complete(cand, settle)
		}
		if f == nil {
			return true
		}
		if c.r.Context().Err() != nil {
			charged := micros(0)
			if c.started {
				charged = cand.model.price
			}
			settle(cand.model, "client_disconnected", charged)
			return false
		}
		if c.late.Load() {
			f = fail("request_timeout", "the request did not finish within its allowed time")
			f.final = true
		}
		last = f
		attempts = append(attempts, f.attempt(cand))
		if c.started {
			settle(cand.model, f.code, cand.model.price)
			c.errorFrame(f.apiError(c.id, attempts))
			return true
		}
		if f.final {
			break
		}
	}
	settle(nil, last.code, 0)
	writeError(c.w, last.apiError(c.id, attempts))
	return false
}

func (c *call) complete(cand candidate, settle func(*model, string, micros)) *failure {
	var answer struct {
		Choices []choice        `json:"choices"`
		Usage   *usage          `json:"usage"`
		Error   json.RawMessage `json:"error"`
	}
	body := forwardBody(c.raw, cand.model.id)
	if f := c.g.postJSON(c.ctx, c.k.account.clock, upstreamTimeout, cand.endpoint+"/chat/completions", body, &answer); f != nil {
		return f
	}
	ok := http.StatusOK
	if answer.Error != nil && string(answer.Error) != "null" {
		return &failure{code: "provider_unavailable", message: "the endpoint answered with an error", status: &ok}
	}
	empty := true
	for _, ch := range answer.Choices {
		var m message
		json.Unmarshal(ch.Message, &m)
		if m.output() || ch.FinishReason != nil && *ch.FinishReason == "content_filter" {
			empty = false
		}
	}
	if empty {
		return &failure{code: "provider_empty_response", message: "the endpoint answered with no output", status: &ok}
	}
	settle(cand.model, "", cand.model.price)
	reply := completion{ID: c.id, Object: "chat.completion", Created: c.created, Model: cand.model.id, Choices: answer.Choices, Usage: answer.Usage}
	if c.showMeta {
		reply.SvcMetadata = c.chatMetadata(cand)
	}
	writeJSON(c.w, http.StatusOK, reply)
	return nil
}

func (c *call) chatMetadata(cand candidate) *chatMetadata {
	return &chatMetadata{c.meta, cost{cand.model.price.float(), "price_list", "final", priceVersion}}
}
