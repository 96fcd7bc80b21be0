package main

import (
	"encoding/json"
	"sort"
	"strings"
)

type routing struct {
	Only           []string `json:"only"`
	Ignore         []string `json:"ignore"`
	AllowFallbacks *bool    `json:"allow_fallbacks"`
}

type svcOptions struct {
	ZDR       bool   `json:"zdr"`
	Retention string `json:"retention"`
	Region    string `json:"region"`
	Preset    string `json:"preset"`
}

// shared is what chat and media bodies have in common.
type shared struct {
	Model    string      `json:"model"`
	Models   []*string   `json:"models"`
	Provider *routing    `json:"provider"`
	Svc      *svcOptions `json:"svc"`
}

type metadata struct {
	GenerationID   string   `json:"generation_id"`
	RequestedModel string   `json:"requested_model"`
	RetentionClass string   `json:"retention_class"`
	Region         string   `json:"region"`
	Policy         []string `json:"policy"`
}

type candidate struct {
	model    *model
	endpoint string
	name     string
}

func (s *shared) check() *apiError {
	switch {
	case s.Model == "":
		return errorf("invalid_request", "model is required")
	case !strings.Contains(s.Model, "/"):
		return errorf("invalid_request", "model must have the form author/slug")
	case len(s.Models) > 5:
		return errorf("invalid_request", "models takes at most 5 items, not %d", len(s.Models))
	}
	for i, id := range s.Models {
		if id == nil {
			return errorf("invalid_request", "models[%d] must be a string, not null", i)
		}
	}
	return nil
}

// policy checks retention, region and preset, and returns the metadata of the request.
func (s *shared) policy(k *apiKey) (metadata, *apiError) {
	m := metadata{RequestedModel: s.Model, RetentionClass: "standard", Region: "home", Policy: []string{}}
	if k.retention != "" {
		m.RetentionClass = "strict"
		m.Policy = append(m.Policy, "retention:"+k.retention)
	}
	if k.region != "" {
		m.Policy = append(m.Policy, "region:"+k.region)
	}
	if s.Svc == nil {
		return m, nil
	}
	if s.Svc.Preset != "" {
		return m, errorf("model_not_found", "preset %q names a model that does not exist", s.Svc.Preset)
	}
	switch s.Svc.Retention {
	case "":
	case "strict", "standard", "extended":
		if k.retention != "" && s.Svc.Retention != "strict" {
			return m, errorf("policy_conflict", "svc.retention: the key's policy forbids %q", s.Svc.Retention)
		}
		m.RetentionClass = s.Svc.Retention
	default:
		return m, errorf("invalid_request", "svc.retention must be strict, standard or extended")
	}
	if s.Svc.Region != "" {
		if k.region != "" && s.Svc.Region != k.region {
			return m, errorf("policy_conflict", "svc.region: the key's policy forbids %q", s.Svc.Region)
		}
		m.Region = s.Svc.Region
	}
	if s.Svc.ZDR {
		m.RetentionClass = "zdr"
	}
	return m, nil
}

// candidates lists the endpoints that may serve the request, in the order in which they are tried.
func (g *Gateway) candidates(k *apiKey, s *shared, modality string) ([]candidate, *apiError) {
	g.mu.Lock()
	defer g.mu.Unlock()
	var list []candidate
	var reasons []string
	seen := map[string]bool{}
	for _, p := range append([]*string{&s.Model}, s.Models...) {
		id := *p
		if seen[id] {
			continue
		}
		seen[id] = true
		m := k.account.models[id]
		switch {
		case m == nil:
			reasons = append(reasons, "unknown model "+id)
		case !k.allows(id):
			if id == s.Model {
				return nil, errorf("forbidden", "the key may not use model %s", id)
			}
			reasons = append(reasons, "the key may not use "+id)
		case m.modality != modality:
			if id == s.Model {
				return nil, errorf("invalid_request", "model %s is of modality %s; this route takes %s", id, m.modality, modality)
			}
			reasons = append(reasons, id+" is of modality "+m.modality)
		default:
			for i, e := range m.endpoints {
				name := "endpoint-" + string(rune('a'+i))
				if why := s.Provider.excludes(name); why != "" {
					reasons = append(reasons, id+" at "+name+": "+why)
					continue
				}
				list = append(list, candidate{m, strings.TrimRight(e, "/"), name})
			}
		}
	}
	if len(list) == 0 {
		return nil, errorf("no_endpoint_available", "no endpoint can serve the request: %s", strings.Join(reasons, "; "))
	}
	return list, nil
}

func (p *routing) excludes(name string) string {
	if p == nil {
		return ""
	}
	if p.Only != nil && !contains(p.Only, name) {
		return "excluded by provider.only [" + strings.Join(p.Only, ", ") + "]"
	}
	if contains(p.Ignore, name) {
		return "excluded by provider.ignore [" + strings.Join(p.Ignore, ", ") + "]"
	}
	return ""
}

func contains(list []string, s string) bool {
	for _, item := range list {
		if item == s {
			return true
		}
	}
	return false
}

func maxPrice(list []candidate) micros {
	prices := make([]micros, len(list))
	for i, c := range list {
		prices[i] = c.model.price
	}
	sort.Slice(prices, func(i, j int) bool { return prices[i] > prices[j] })
	return prices[0]
}

// forwardBody is the client's body for an endpoint: without what is the gateway's own.
func forwardBody(raw map[string]json.RawMessage, model string, drop ...string) []byte {
	out := make(map[string]any, len(raw))
	for key, v := range raw {
		out[key] = v
	}
	for _, key := range append(drop, "models", "provider", "svc") {
		delete(out, key)
	}
	out["model"] = model
	b, _ := json.Marshal(out)
	return b
}
