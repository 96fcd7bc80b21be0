package main

import (
	"encoding/json"
	"errors"
	"io"
	"log"
	"net/http"
	"runtime/debug"
	"strings"
	"unicode/utf8"
)

const bodyLimit = 1 << 20

func (g *Gateway) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if strings.HasPrefix(r.URL.Path, "/testbed") {
		g.testbed(w, r)
		return
	}
	w.Header().Set("X-Svc-Request-Id", newID("req_"))
	defer func() {
		if p := recover(); p != nil {
			if p == http.ErrAbortHandler {
				panic(p)
			}
			log.Printf("panic: %v\n%s", p, debug.Stack())
			writeError(w, errorf("internal_error", "the gateway failed to complete the request"))
		}
	}()
	if id := strings.TrimPrefix(r.URL.Path, "/files/"); id != r.URL.Path {
		g.getFile(w, r, id)
		return
	}
	k, apiErr := g.authenticate(r)
	if apiErr != nil {
		if apiErr.status == http.StatusUnauthorized {
			w.Header().Set("WWW-Authenticate", "Bearer")
		}
		writeError(w, apiErr)
		return
	}
	g.route(w, r, k)
}

func (g *Gateway) route(w http.ResponseWriter, r *http.Request, k *apiKey) {
	path := r.URL.Path
	switch {
	case path == "/v1/chat/completions":
		if allow(w, r, http.MethodPost) {
			g.chat(w, r, k)
		}
	case path == "/v1/images/generations":
		if allow(w, r, http.MethodPost) {
			g.submit(w, r, k, "image")
		}
	case path == "/v1/audio/transcriptions":
		if allow(w, r, http.MethodPost) {
			g.submit(w, r, k, "audio_stt")
		}
	case path == "/v1/models":
		if allow(w, r, http.MethodGet, http.MethodHead) {
			g.listModels(w, r, k)
		}
	case strings.HasPrefix(path, "/v1/models/"):
		if allow(w, r, http.MethodGet, http.MethodHead) {
			g.getModel(w, r, k, strings.TrimPrefix(path, "/v1/models/"))
		}
	case strings.HasPrefix(path, "/v1/jobs/"):
		id := strings.TrimPrefix(path, "/v1/jobs/")
		if cancel := strings.TrimSuffix(id, "/cancel"); cancel != id {
			if allow(w, r, http.MethodPost) {
				g.cancelJob(w, r, k, cancel)
			}
		} else if allow(w, r, http.MethodGet, http.MethodHead) {
			g.getJob(w, r, k, id)
		}
	default:
		writeError(w, errorf("not_found", "there is no route %s", path))
	}
}

func allow(w http.ResponseWriter, r *http.Request, methods ...string) bool {
	for _, m := range methods {
		if r.Method == m {
			return true
		}
	}
	w.Header().Set("Allow", strings.Join(methods, ", "))
	writeError(w, errorf("method_not_allowed", "%s is not allowed here", r.Method))
	return false
}

func readBody(w http.ResponseWriter, r *http.Request) ([]byte, *apiError) {
	if r.ContentLength > bodyLimit {
		return nil, errorf("payload_too_large", "the body is larger than %d bytes", bodyLimit)
	}
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, bodyLimit))
	var tooLarge *http.MaxBytesError
	if errors.As(err, &tooLarge) {
		return nil, errorf("payload_too_large", "the body is larger than %d bytes", tooLarge.Limit)
	}
	if err != nil {
		return nil, errorf("invalid_request", "the body could not be read")
	}
	return body, nil
}

// decode unmarshals a request body; the error names the field.
func decode(body []byte, v any) *apiError {
	if !utf8.Valid(body) {
		return errorf("invalid_request", "the body is not UTF-8")
	}
	err := json.Unmarshal(body, v)
	var typeErr *json.UnmarshalTypeError
	switch {
	case err == nil:
		return nil
	case errors.As(err, &typeErr) && typeErr.Field != "":
		return errorf("invalid_request", "%s must be %s, not %s", typeErr.Field, typeErr.Type, typeErr.Value)
	case errors.As(err, &typeErr):
		return errorf("invalid_request", "the body must be a JSON object, not %s", typeErr.Value)
	}
	return errorf("invalid_request", "the body is not valid JSON: %v", err)
}
