package main

import (
	"bytes"
	"crypto/sha256"
	"net/http"
	"time"
)

type idemKey struct{ key, value string }

type idemEntry struct {
	hash   [32]byte
	done   chan struct{}
	at     time.Time
	stored *stored
}

// stored is the first result: a response, or a job that is rendered as it stands.
type stored struct {
	status    int
	typ       string
	requestID string
	body      []byte
	job       *job
}

const idemLifetime = 7 * 24 * time.Hour

type tee struct {
	http.ResponseWriter
	status int
	buf    bytes.Buffer
}

func (t *tee) WriteHeader(status int) {
	t.status = status
	t.ResponseWriter.WriteHeader(status)
}

func (t *tee) Write(b []byte) (int, error) {
	t.buf.Write(b)
	return t.ResponseWriter.Write(b)
}

func (t *tee) Flush() { t.ResponseWriter.(http.Flusher).Flush() }

// once runs a request unless its Idempotency-Key has a result already. run reports whether its result is kept, and the job that it made.
func (g *Gateway) once(w http.ResponseWriter, r *http.Request, k *apiKey, body []byte, run func(http.ResponseWriter) (bool, *job)) {
	value := r.Header.Get("Idempotency-Key")
	if value == "" {
		run(w)
		return
	}
	hash := sha256.Sum256(append([]byte(r.URL.Path+"\n"), body...))
	id := idemKey{k.id, value}
	idem := k.account.idem
	e := &idemEntry{hash: hash, done: make(chan struct{})}
	for {
		g.mu.Lock()
		now := k.account.clock.Now()
		first := idem[id]
		if first == nil || (first.stored != nil && now.Sub(first.at) > idemLifetime) {
			e.at = now
			idem[id] = e
			g.mu.Unlock()
			break
		}
		g.mu.Unlock()
		if first.hash != hash {
			writeError(w, errorf("idempotency_conflict", "this Idempotency-Key was used with a different request"))
			return
		}
		select {
		case <-first.done:
		case <-r.Context().Done():
			return
		}
		if first.stored != nil {
			g.replay(w, first.stored)
			return
		}
	}
	t := &tee{ResponseWriter: w}
	var keep bool
	var j *job
	defer func() {
		g.mu.Lock()
		if keep {
			e.stored = &stored{t.status, t.Header().Get("Content-Type"), t.Header().Get("X-Svc-Request-Id"), t.buf.Bytes(), j}
		} else {
			delete(idem, id)
		}
		g.mu.Unlock()
		close(e.done)
	}()
	keep, j = run(t)
}

func (g *Gateway) replay(w http.ResponseWriter, s *stored) {
	w.Header().Set("Idempotent-Replayed", "true")
	if s.job != nil {
		g.mu.Lock()
		view := g.view(s.job)
		g.mu.Unlock()
		writeJSON(w, http.StatusAccepted, view)
		return
	}
	// An error in the body names the request that it came from.
	w.Header().Set("X-Svc-Request-Id", s.requestID)
	w.Header().Set("Content-Type", s.typ)
	w.WriteHeader(s.status)
	w.Write(s.body)
}
