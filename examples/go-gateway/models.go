package main

import "net/http"

type pricing struct {
	PriceVersion string        `json:"price_version"`
	Currency     string        `json:"currency"`
	Rules        []pricingRule `json:"rules"`
}

type pricingRule struct {
	Unit string  `json:"unit"`
	USD  float64 `json:"usd"`
}

type input struct {
	Type        string `json:"type"`
	Required    bool   `json:"required"`
	Description string `json:"description"`
}

type modelView struct {
	ID       string           `json:"id"`
	Object   string           `json:"object"`
	Created  int64            `json:"created"`
	OwnedBy  string           `json:"owned_by"`
	Modality string           `json:"modality"`
	Pricing  pricing          `json:"pricing"`
	Inputs   map[string]input `json:"inputs,omitempty"`
}

const priceVersion = "2026-11"

var inputsOf = map[string]map[string]input{
	"image": {
		"prompt": {"string", true, "What the image shows"},
		"n":      {"integer", false, "How many images, 1 to 10"},
		"size":   {"string", false, "Width x height"},
	},
	"audio_stt": {
		"audio_url": {"string", true, "https URL of the audio"},
		"language":  {"string", false, "ISO 639-1 code"},
	},
	"video":     {"prompt": {"string", true, "What the video shows"}},
	"audio_tts": {"input": {"string", true, "What is said"}},
	"music":     {"prompt": {"string", true, "What is played"}},
}

func (m *model) view() modelView {
	owner := m.id
	for i := range m.id {
		if m.id[i] == '/' {
			owner = m.id[:i]
			break
		}
	}
	return modelView{
		ID: m.id, Object: "model", Created: m.created, OwnedBy: owner, Modality: m.modality,
		Pricing: pricing{priceVersion, "USD", []pricingRule{{"request", m.price.float()}}},
		Inputs:  inputsOf[m.modality],
	}
}

func (g *Gateway) listModels(w http.ResponseWriter, r *http.Request, k *apiKey) {
	data := []modelView{}
	for _, m := range g.visibleModels(k) {
		data = append(data, m.view())
	}
	writeJSON(w, http.StatusOK, struct {
		Object string      `json:"object"`
		Data   []modelView `json:"data"`
	}{"list", data})
}

func (g *Gateway) getModel(w http.ResponseWriter, r *http.Request, k *apiKey, id string) {
	g.mu.Lock()
	m := k.account.models[id]
	g.mu.Unlock()
	if m == nil || !k.allows(id) {
		writeError(w, errorf("model_not_found", "there is no model %q", id))
		return
	}
	writeJSON(w, http.StatusOK, m.view())
}
