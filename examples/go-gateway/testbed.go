package main

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/netip"
	"os"
	"strings"
	"time"
)

type object map[string]any

var description = object{
	"protocol": "gateproof-testbed/1",
	"capabilities": []string{"accounts", "credit", "keys", "models", "upstreams", "webhooks", "rotation", "clock", "rate-limit", "snapshot",
		"internal-fault", "usage", "fragments"},
	"clock_scope":         "account",
	"upstream_timeout_ms": upstreamTimeout.Milliseconds(),
	"request_timeout_ms":  requestTimeout.Milliseconds(),
	"fragments": object{
		"zdr":                  object{"svc": object{"zdr": true}},
		"looser_retention":     object{"svc": object{"retention": "extended"}},
		"other_region":         object{"svc": object{"region": "elsewhere"}},
		"unsupported_feature":  object{"audio": object{"voice": "alto"}},
		"excluding_filter":     object{"provider": object{"only": []string{"nobody"}}},
		"widest_provider":      object{"provider": object{"allow_fallbacks": true, "ignore": []string{}}},
		"preset_without_model": object{"svc": object{"preset": "ghost"}},
		"image_inputs":         object{"prompt": "a red square"},
		"transcription_inputs": object{"audio_url": "https://audio.example.com/hello.wav"},
		"body_limit_bytes":     bodyLimit,
	},
}

func (g *Gateway) testbed(w http.ResponseWriter, r *http.Request) {
	if token := os.Getenv("TESTBED_TOKEN"); token != "" && r.Header.Get("X-Testbed-Token") != token {
		writeError(w, errorf("unauthorized", "X-Testbed-Token is wrong"))
		return
	}
	parts := strings.Split(strings.Trim(strings.TrimPrefix(r.URL.Path, "/testbed"), "/"), "/")
	switch {
	case parts[0] == "":
		writeJSON(w, 200, description)
	case len(parts) == 1 && parts[0] == "accounts" && r.Method == http.MethodPost:
		g.createAccount(w, r)
	case len(parts) >= 2 && parts[0] == "accounts":
		g.mu.Lock()
		a := g.accounts[parts[1]]
		g.mu.Unlock()
		if a == nil {
			if r.Method == http.MethodDelete {
				w.WriteHeader(http.StatusNoContent)
				return
			}
			writeError(w, errorf("not_found", "no account %s", parts[1]))
			return
		}
		g.arrange(w, r, a, r.Method+" "+strings.Join(parts[2:], "/"), parts[2:])
	default:
		writeError(w, errorf("not_found", "no such operation"))
	}
}

func (g *Gateway) createAccount(w http.ResponseWriter, r *http.Request) {
	req := struct {
		Credit *float64 `json:"credit_usd"`
	}{}
	json.NewDecoder(r.Body).Decode(&req)
	a := &account{
		id: newID("acc_"), clock: NewClock(), credit: usd(1e6), keys: map[string]*apiKey{}, models: map[string]*model{},
		jobs: map[string]*job{}, hooks: map[string]*hook{}, idem: map[idemKey]*idemEntry{}, generations: []*generation{},
	}
	if req.Credit != nil {
		a.credit = usd(*req.Credit)
	}
	g.mu.Lock()
	g.accounts[a.id] = a
	k := g.addKey(a)
	g.mu.Unlock()
	writeJSON(w, 201, object{"id": a.id, "key": object{"id": k.id, "secret": k.secret}})
}

func (g *Gateway) addKey(a *account) *apiKey {
	k := &apiKey{id: newID("key_"), secret: newID("sk-"), account: a, spent: map[string]micros{}}
	a.keys[k.id] = k
	g.keys[k.secret] = k
	return k
}

func (g *Gateway) arrange(w http.ResponseWriter, r *http.Request, a *account, op string, parts []string) {
	read := func(v any) bool {
		if err := json.NewDecoder(r.Body).Decode(v); err != nil {
			writeError(w, errorf("invalid_request", "%v", err))
			return false
		}
		return true
	}
	done := func() { w.WriteHeader(http.StatusNoContent) }
	switch {
	case op == "DELETE ":
		g.deleteAccount(a)
		done()
	case op == "PUT credit":
		var req struct {
			USD float64 `json:"usd"`
		}
		if read(&req) {
			g.mu.Lock()
			a.credit = usd(req.USD)
			g.mu.Unlock()
			done()
		}
	case op == "POST keys":
		g.createKey(w, a, read)
	case strings.HasPrefix(op, "DELETE keys/"):
		g.mu.Lock()
		if k := a.keys[parts[1]]; k != nil {
			delete(a.keys, k.id)
			delete(g.keys, k.secret)
		}
		g.mu.Unlock()
		done()
	case op == "POST models":
		g.createModel(w, a, read)
	case op == "GET clock":
		writeJSON(w, 200, object{"now": a.clock.Now()})
	case op == "POST clock/advance":
		var req struct {
			Ms float64 `json:"ms"`
		}
		if read(&req) {
			writeJSON(w, 200, object{"now": a.clock.Advance(time.Duration(req.Ms * float64(time.Millisecond)))})
		}
	case op == "PUT rate-limit":
		var req struct {
			Limit *struct {
				Requests float64 `json:"requests"`
				WindowMs float64 `json:"window_ms"`
			} `json:"limit"`
		}
		if read(&req) {
			g.mu.Lock()
			a.limit = nil
			if l := req.Limit; l != nil {
				a.limit = &bucket{burst: l.Requests, window: time.Duration(l.WindowMs * float64(time.Millisecond)), tokens: l.Requests, last: a.clock.Now()}
			}
			g.mu.Unlock()
			done()
		}
	case op == "PUT trouble":
		var req struct {
			Stale  *bool `json:"stale_configuration"`
			Broken *bool `json:"internal_failure"`
		}
		if read(&req) {
			g.mu.Lock()
			if req.Stale != nil {
				a.stale = *req.Stale
			}
			if req.Broken != nil {
				a.broken = *req.Broken
			}
			g.mu.Unlock()
			done()
		}
	case op == "GET usage":
		g.mu.Lock()
		var sum micros
		for _, gen := range a.generations {
			sum += gen.charged
		}
		body, _ := json.Marshal(object{"generations": a.generations, "charged_usd": sum.float()})
		g.mu.Unlock()
		writeJSON(w, 200, json.RawMessage(body))
	case op == "POST webhooks":
		var req struct {
			URL, CA   string
			ConnectTo string `json:"connect_to"`
		}
		if !read(&req) {
			return
		}
		if err := checkURL(req.URL); err != nil {
			writeError(w, errorf("invalid_request", "%v", err))
			return
		}
		h := newHook(req.URL, req.ConnectTo, req.CA)
		g.mu.Lock()
		a.hooks[h.id] = h
		g.mu.Unlock()
		writeJSON(w, 201, object{"id": h.id, "secret": h.secret})
	case len(parts) >= 2 && parts[0] == "webhooks":
		g.changeHook(w, r, a, parts)
	default:
		writeError(w, errorf("not_found", "no such operation"))
	}
}

func (g *Gateway) createKey(w http.ResponseWriter, a *account, read func(any) bool) {
	var req struct {
		Models  []string   `json:"models"`
		Ranges  []string   `json:"ip_ranges"`
		Cap     *float64   `json:"monthly_cap_usd"`
		Expires *time.Time `json:"expires_at"`
		Policy  struct{ Retention, Region string }
	}
	if !read(&req) {
		return
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	k := g.addKey(a)
	k.retention, k.region = req.Policy.Retention, req.Policy.Region
	if req.Models != nil {
		k.models = map[string]bool{}
		for _, m := range req.Models {
			k.models[m] = true
		}
	}
	for _, s := range req.Ranges {
		if p, err := netip.ParsePrefix(s); err == nil {
			k.ranges = append(k.ranges, p)
		}
	}
	if req.Cap != nil {
		limit := usd(*req.Cap)
		k.cap = &limit
	}
	if req.Expires != nil {
		k.expires = *req.Expires
	}
	writeJSON(w, 201, object{"id": k.id, "secret": k.secret})
}

func (g *Gateway) createModel(w http.ResponseWriter, a *account, read func(any) bool) {
	var req struct {
		ID        string   `json:"id"`
		Modality  string   `json:"modality"`
		Window    int      `json:"context_window"`
		Price     *float64 `json:"price_usd"`
		Endpoints []string `json:"endpoints"`
	}
	if !read(&req) {
		return
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	m := &model{id: req.ID, modality: req.Modality, window: req.Window, price: usd(0.01), endpoints: req.Endpoints, created: a.clock.Now().Unix()}
	if req.Price != nil {
		m.price = usd(*req.Price)
	}
	if m.id == "" || a.models[m.id] != nil {
		m.id = fmt.Sprintf("acme/%s-%d", strings.ReplaceAll(m.modality, "_", "-"), len(a.models)+1)
	}
	a.models[m.id] = m
	writeJSON(w, 201, object{"id": m.id})
}

func (g *Gateway) changeHook(w http.ResponseWriter, r *http.Request, a *account, parts []string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	h := a.hooks[parts[1]]
	if h == nil {
		writeError(w, errorf("not_found", "no webhook %s", parts[1]))
		return
	}
	switch r.Method + " " + strings.Join(parts[2:], "/") {
	case "DELETE ":
		h.remove()
		delete(a.hooks, h.id)
	case "POST rotate":
		h.secret, h.previous = newID("whsec_"), h.secret
		writeJSON(w, 200, object{"secret": h.secret})
		return
	case "POST retire":
		h.previous = ""
	default:
		writeError(w, errorf("not_found", "no such operation"))
		return
	}
	w.WriteHeader(http.StatusNoContent)
}

func (g *Gateway) deleteAccount(a *account) {
	g.mu.Lock()
	defer g.mu.Unlock()
	delete(g.accounts, a.id)
	for _, k := range a.keys {
		delete(g.keys, k.secret)
	}
	for _, h := range a.hooks {
		h.remove()
	}
	for _, j := range a.jobs {
		for _, f := range j.output {
			delete(g.files, f.id)
		}
		j.timer.Stop()
		j.cancel()
	}
	a.hooks = map[string]*hook{}
}
