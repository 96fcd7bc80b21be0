package main

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"
)

const (
	zdrLifetime = 24 * time.Hour
	jobLifetime = 48 * time.Hour
	linkTTL     = time.Hour
)

type job struct {
	id, gen, state, modality string
	key                      *apiKey
	model                    string
	retryOf                  string
	meta                     metadata
	created                  time.Time
	started, completed       *time.Time
	output                   []*file
	usage                    *jobUsage
	err                      *jobError
	cancel                   context.CancelFunc
	canceling                bool
	timer                    *Timer
	reserved                 micros
	units                    string
}

type file struct {
	id    string
	typ   string
	bytes []byte
	clock *Clock
}

type jobUsage struct {
	Units map[string]float64 `json:"units"`
	Cost  cost               `json:"cost"`
}

type jobError struct {
	Code    string `json:"code"`
	Kind    string `json:"kind"`
	Scope   string `json:"scope,omitempty"`
	Message string `json:"message"`
}

type progress struct {
	Percent       float64 `json:"percent"`
	Phase         string  `json:"phase"`
	QueuePosition int     `json:"queue_position"`
}

type outputItem struct {
	URL            string    `json:"url"`
	URLExpiresAt   time.Time `json:"url_expires_at"`
	Type           string    `json:"type"`
	Bytes          int       `json:"bytes"`
	ChecksumSHA256 string    `json:"checksum_sha256"`
}

type jobView struct {
	ID           string       `json:"id"`
	GenerationID string       `json:"generation_id"`
	Object       string       `json:"object"`
	State        string       `json:"state"`
	Modality     string       `json:"modality"`
	Model        string       `json:"model"`
	CreatedAt    time.Time    `json:"created_at"`
	StartedAt    *time.Time   `json:"started_at,omitempty"`
	CompletedAt  *time.Time   `json:"completed_at,omitempty"`
	Progress     progress     `json:"progress"`
	Output       []outputItem `json:"output,omitempty"`
	Usage        *jobUsage    `json:"usage,omitempty"`
	Error        *jobError    `json:"error,omitempty"`
	RetryOf      string       `json:"retry_of,omitempty"`
	SvcMetadata  metadata     `json:"svc_metadata"`
}

func (j *job) final() bool {
	return j.state == "succeeded" || j.state == "failed" || j.state == "canceled"
}

// view renders a job with fresh links. g.mu is held.
func (g *Gateway) view(j *job) jobView {
	v := jobView{
		ID: j.id, GenerationID: j.gen, Object: "job", State: j.state, Modality: j.modality, Model: j.model, CreatedAt: j.created,
		StartedAt: j.started, CompletedAt: j.completed, Usage: j.usage, Error: j.err, RetryOf: j.retryOf, SvcMetadata: j.meta,
	}
	v.Progress.Phase = j.state
	if j.final() {
		v.Progress.Percent = 100
	}
	for _, f := range j.output {
		until := f.clock.Now().Add(linkTTL).Truncate(time.Second)
		sum := sha256.Sum256(f.bytes)
		v.Output = append(v.Output, outputItem{
			URL: g.link(f, until), URLExpiresAt: until, Type: f.typ, Bytes: len(f.bytes), ChecksumSHA256: hex.EncodeToString(sum[:]),
		})
	}
	return v
}

func (g *Gateway) sign(id, until string) string {
	mac := hmac.New(sha256.New, g.secret)
	mac.Write([]byte(id + "." + until))
	return hex.EncodeToString(mac.Sum(nil))
}

func (g *Gateway) link(f *file, until time.Time) string {
	at := strconv.FormatInt(until.Unix(), 10)
	return fmt.Sprintf("%s/files/%s?expires=%s&signature=%s", publicURL, f.id, at, g.sign(f.id, at))
}

func (g *Gateway) getFile(w http.ResponseWriter, r *http.Request, id string) {
	if !allow(w, r, http.MethodGet, http.MethodHead) {
		return
	}
	q := r.URL.Query()
	g.mu.Lock()
	f := g.files[id]
	g.mu.Unlock()
	until, _ := strconv.ParseInt(q.Get("expires"), 10, 64)
	if f == nil || !hmac.Equal([]byte(q.Get("signature")), []byte(g.sign(id, q.Get("expires")))) || f.clock.Now().Unix() > until {
		writeError(w, errorf("not_found", "the link is unknown or has expired; read the job again for a fresh one"))
		return
	}
	w.Header().Set("Content-Type", f.typ)
	w.Write(f.bytes)
}

type mediaRequest struct {
	shared
	RetryOf  string `json:"retry_of"`
	Prompt   string `json:"prompt"`
	N        *int   `json:"n"`
	Size     string `json:"size"`
	AudioURL string `json:"audio_url"`
	Language string `json:"language"`
}

func (m *mediaRequest) check(modality string) *apiError {
	if err := m.shared.check(); err != nil {
		return err
	}
	switch {
	case modality == "image" && m.Prompt == "":
		return errorf("invalid_request", "prompt is required")
	case modality == "image" && m.N != nil && (*m.N < 1 || *m.N > 10):
		return errorf("invalid_request", "n must be from 1 to 10")
	case modality == "audio_stt" && !strings.HasPrefix(m.AudioURL, "https://"):
		return errorf("invalid_request", "audio_url must be an https URL")
	}
	return nil
}

func (g *Gateway) submit(w http.ResponseWriter, r *http.Request, k *apiKey, modality string) {
	body, err := readBody(w, r)
	if err != nil {
		writeError(w, err)
		return
	}
	g.once(w, r, k, body, func(w http.ResponseWriter) (bool, *job) {
		j, err := g.createJob(k, body, modality)
		if err != nil {
			writeError(w, err)
			return false, nil
		}
		g.mu.Lock()
		view := g.view(j)
		g.mu.Unlock()
		writeJSON(w, http.StatusAccepted, view)
		return true, j
	})
}

func (g *Gateway) createJob(k *apiKey, body []byte, modality string) (*job, *apiError) {
	if err := g.admit(k); err != nil {
		return nil, err
	}
	var req mediaRequest
	if err := decode(body, &req); err != nil {
		return nil, err
	}
	if err := req.check(modality); err != nil {
		return nil, err
	}
	meta, err := req.policy(k)
	if err != nil {
		return nil, err
	}
	list, err := g.candidates(k, &req.shared, modality)
	if err != nil {
		return nil, err
	}
	a := k.account
	g.mu.Lock()
	_, known := a.jobs[req.RetryOf]
	g.mu.Unlock()
	if req.RetryOf != "" && !known {
		return nil, errorf("invalid_request", "retry_of names no earlier job of this account")
	}
	price := maxPrice(list)
	if err := g.reserve(k, price); err != nil {
		return nil, err
	}
	ctx, cancel := context.WithCancel(context.Background())
	j := &job{
		id: newID("job_"), gen: newID("gen_"), state: "queued", modality: modality, key: k, model: req.Model, retryOf: req.RetryOf,
		meta: meta, created: a.clock.Now(), cancel: cancel, reserved: price,
	}
	j.meta.GenerationID = j.gen
	var raw map[string]json.RawMessage
	json.Unmarshal(body, &raw)
	g.mu.Lock()
	a.jobs[j.id] = j
	if meta.RetentionClass == "zdr" {
		j.timer = a.clock.AfterFunc(zdrLifetime, func() {
			g.finish(j, nil, nil, fail("retention_expired", "the job did not finish within 24 hours and was discarded"))
		})
	} else {
		j.timer = a.clock.AfterFunc(jobLifetime, func() {
			g.finish(j, nil, nil, fail("request_timeout", "the job did not finish within its allowed time"))
		})
	}
	g.mu.Unlock()
	go g.work(ctx, j, list, raw)
	return j, nil
}

// work leads a job through its endpoints. It belongs to no request.
func (g *Gateway) work(ctx context.Context, j *job, list []candidate, raw map[string]json.RawMessage) {
	g.mu.Lock()
	if !j.final() && !j.canceling {
		now := j.key.account.clock.Now()
		j.state, j.started = "processing", &now
	}
	g.mu.Unlock()
	last := fail("provider_unavailable", "no endpoint could complete the request")
	for _, c := range list {
		if ctx.Err() != nil {
			break
		}
		files, f := g.produce(ctx, j, c, raw)
		if f == nil {
			g.finish(j, c.model, files, nil)
			return
		}
		last = f
		if f.final {
			break
		}
	}
	g.finish(j, nil, nil, last)
}

func (g *Gateway) produce(ctx context.Context, j *job, c candidate, raw map[string]json.RawMessage) ([]*file, *failure) {
	clock := j.key.account.clock
	ok := http.StatusOK
	empty := &failure{code: "provider_empty_response", message: "the endpoint answered with no output", status: &ok}
	if j.modality == "audio_stt" {
		var answer struct {
			Text  string          `json:"text"`
			Error json.RawMessage `json:"error"`
		}
		if f := g.postJSON(ctx, clock, 2*jobLifetime, c.endpoint+"/audio/transcriptions", forwardBody(raw, c.model.id, "retry_of"), &answer); f != nil {
			return nil, f
		}
		if answer.Text == "" {
			return nil, empty
		}
		return []*file{{typ: "text/plain; charset=utf-8", bytes: []byte(answer.Text), clock: clock}}, nil
	}
	raw["response_format"] = json.RawMessage(`"b64_json"`)
	var answer struct {
		Data []struct {
			B64 string `json:"b64_json"`
		} `json:"data"`
	}
	if f := g.postJSON(ctx, clock, 2*jobLifetime, c.endpoint+"/images/generations", forwardBody(raw, c.model.id, "retry_of"), &answer); f != nil {
		return nil, f
	}
	var files []*file
	for _, item := range answer.Data {
		b, err := base64.StdEncoding.DecodeString(item.B64)
		if err != nil {
			return nil, &failure{code: "provider_unavailable", message: "the endpoint's answer could not be read", status: &ok}
		}
		if len(b) > 0 {
			files = append(files, &file{typ: http.DetectContentType(b), bytes: b, clock: clock})
		}
	}
	if len(files) == 0 {
		return nil, empty
	}
	return files, nil
}

// finish moves a job to its final state, once, and sends its event.
func (g *Gateway) finish(j *job, m *model, files []*file, f *failure) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if j.final() {
		return
	}
	a := j.key.account
	now := a.clock.Now()
	j.completed = &now
	j.timer.Stop()
	j.cancel()
	gen := &generation{GenerationID: j.gen, Kind: "job", Model: j.model}
	switch {
	case j.canceling:
		j.state = "canceled"
	case f != nil:
		j.state = "failed"
		e := errorf(f.code, "%s", f.message)
		j.err = &jobError{Code: e.Code, Kind: e.Kind, Message: e.Message}
		if e.Scope != nil {
			j.err.Scope = *e.Scope
		}
		gen.ErrorCode = &j.err.Code
	default:
		j.state = "succeeded"
		j.model = m.id
		gen.Model = m.id
		gen.charged = m.price
		for _, file := range files {
			file.id = newID("file_")
			g.files[file.id] = file
		}
		j.output = files
		unit := "images"
		if j.modality == "audio_stt" {
			unit = "requests"
		}
		j.usage = &jobUsage{map[string]float64{unit: float64(len(files))}, cost{m.price.float(), "price_list", "final", priceVersion}}
	}
	g.settle(j.key, j.reserved, gen)
	g.announce(a, j)
}

func (g *Gateway) getJob(w http.ResponseWriter, r *http.Request, k *apiKey, id string) {
	g.mu.Lock()
	j := k.account.jobs[id]
	if j == nil {
		g.mu.Unlock()
		writeError(w, errorf("job_not_found", "there is no job %q", id))
		return
	}
	view := g.view(j)
	g.mu.Unlock()
	writeJSON(w, http.StatusOK, view)
}

func (g *Gateway) cancelJob(w http.ResponseWriter, r *http.Request, k *apiKey, id string) {
	g.mu.Lock()
	j := k.account.jobs[id]
	switch {
	case j == nil:
		g.mu.Unlock()
		writeError(w, errorf("job_not_found", "there is no job %q", id))
	case j.final():
		g.mu.Unlock()
		writeError(w, errorf("job_finished", "the job is %s already", j.state))
	default:
		j.canceling = true
		j.cancel()
		view := g.view(j)
		g.mu.Unlock()
		writeJSON(w, http.StatusAccepted, view)
	}
}
