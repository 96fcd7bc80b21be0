package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"io"
	"net/http"
)

type chunkChoice struct {
	Index        int             `json:"index"`
	Delta        json.RawMessage `json:"delta"`
	FinishReason *string         `json:"finish_reason"`
}

type chunk struct {
	ID          string        `json:"id"`
	Object      string        `json:"object"`
	Created     int64         `json:"created"`
	Model       string        `json:"model"`
	Choices     []chunkChoice `json:"choices"`
	Usage       *usage        `json:"usage,omitempty"`
	SvcMetadata *chatMetadata `json:"svc_metadata,omitempty"`
}

// events reads server-sent events and hands over the data of each.
type events struct{ r *bufio.Reader }

func (e *events) next() ([]byte, error) {
	var data []byte
	seen := false
	for {
		line, err := e.r.ReadBytes('\n')
		line = bytes.TrimRight(line, "\r\n")
		if rest, ok := cutPrefix(line, "data:"); ok {
			if seen {
				data = append(data, '\n')
			}
			data = append(data, bytes.TrimPrefix(rest, []byte(" "))...)
			seen = true
		}
		if len(line) == 0 && seen {
			return data, nil
		}
		if err != nil {
			if seen && err == io.EOF {
				return data, nil
			}
			return nil, err
		}
	}
}

func cutPrefix(b []byte, prefix string) ([]byte, bool) {
	if !bytes.HasPrefix(b, []byte(prefix)) {
		return b, false
	}
	return b[len(prefix):], true
}

// stream relays one endpoint's stream. Until its first output nothing is sent, so that another endpoint can take over.
func (c *call) stream(cand candidate, settle func(*model, string, micros)) *failure {
	ctx, dog := watch(c.ctx, c.k.account.clock, upstreamTimeout)
	defer dog.stop()
	resp, f := c.g.post(ctx, dog, cand.endpoint+"/chat/completions", forwardBody(c.raw, cand.model.id), "text/event-stream")
	if f != nil {
		return f
	}
	defer resp.Body.Close()
	broken := func(code, msg string) *failure {
		return &failure{code: code, message: msg, status: &resp.StatusCode}
	}
	in := &events{bufio.NewReader(resp.Body)}
	var held []chunk
	finished := false
	for {
		data, err := in.next()
		if err == io.EOF || string(data) == "[DONE]" {
			if !c.started {
				return broken("provider_empty_response", "the endpoint answered with no output")
			}
			if err == io.EOF && !finished {
				return broken("provider_unavailable", "the endpoint broke off")
			}
			break
		}
		if err != nil {
			if finished && c.started && !dog.expired.Load() && ctx.Err() == nil {
				break
			}
			f := dog.failure(err)
			f.status = &resp.StatusCode
			return f
		}
		dog.feed()
		var up struct {
			chunk
			Error json.RawMessage `json:"error"`
		}
		if err := json.Unmarshal(data, &up); err != nil {
			return broken("provider_unavailable", "the endpoint's answer could not be read")
		}
		if up.Error != nil && string(up.Error) != "null" {
			return broken("provider_unavailable", "the endpoint failed")
		}
		out := up.chunk
		out.ID, out.Object, out.Created, out.Model, out.SvcMetadata = c.id, "chat.completion.chunk", c.created, cand.model.id, nil
		if out.Choices == nil {
			out.Choices = []chunkChoice{}
		}
		content := false
		for i := range out.Choices {
			var m message
			if out.Choices[i].Delta == nil {
				out.Choices[i].Delta = json.RawMessage("{}")
			}
			json.Unmarshal(out.Choices[i].Delta, &m)
			content = content || m.output()
			finished = finished || out.Choices[i].FinishReason != nil
		}
		if !content && !c.started {
			held = append(held, out)
			continue
		}
		for _, h := range held {
			c.frame(h)
		}
		held = nil
		c.frame(out)
	}
	settle(cand.model, "", cand.model.price)
	if c.showMeta {
		c.frame(chunk{ID: c.id, Object: "chat.completion.chunk", Created: c.created, Model: cand.model.id, Choices: []chunkChoice{}, SvcMetadata: c.chatMetadata(cand)})
	}
	c.done()
	return nil
}

func (c *call) frame(v any) {
	if !c.started {
		c.started = true
		c.w.Header().Set("Content-Type", "text/event-stream")
		c.w.Header().Set("Cache-Control", "no-cache")
		c.w.WriteHeader(http.StatusOK)
	}
	b, _ := json.Marshal(v)
	c.w.Write(append(append([]byte("data: "), b...), "\n\n"...))
	c.w.(http.Flusher).Flush()
}

func (c *call) done() {
	io.WriteString(c.w, "data: [DONE]\n\n")
	c.w.(http.Flusher).Flush()
}

func (c *call) errorFrame(e *apiError) {
	e.RequestID = c.w.Header().Get("X-Svc-Request-Id")
	c.frame(map[string]*apiError{"error": e})
	c.done()
}
