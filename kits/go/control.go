package gateproof

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"
)

// Longer than any wait of the simulator, which gives up by itself after at most a minute.
const callLimit = 70 * time.Second

// JSON is a JSON object, in the names of the testbed protocol and of `docs/for-sdk-authors.md`.
type JSON = map[string]any

// ControlError is a refused call of the testbed.
type ControlError struct {
	Call   string
	Status int
	// Code of the error; empty where the answer has none.
	Code    string
	Message string
}

func (e *ControlError) Error() string {
	return fmt.Sprintf("%s was answered with %d %s: %s", e.Call, e.Status, e.Code, e.Message)
}

// Control arranges the world of a running simulator.
type Control struct {
	// URL is the simulator's base URL, without `/v1`.
	URL string
	// Testbed has the typed operations of the testbed protocol.
	Testbed *Testbed
	token   string
	client  *http.Client
}

// NewControl reaches the simulator at a URL. token is that of its testbed; empty where it asks for none.
func NewControl(url, token string) *Control {
	// A proxy that is set for the network must not stand between a test and this machine.
	client := &http.Client{Transport: &http.Transport{Proxy: nil}, Timeout: callLimit}
	control := &Control{URL: strings.TrimRight(url, "/"), token: token, client: client}
	control.Testbed = &Testbed{call: control.Call}
	return control
}

// Account makes an account with a first key.
func (c *Control) Account(ctx context.Context, request AccountRequest) (*Account, error) {
	answer, err := c.Testbed.CreateAccount(ctx, request)
	if err != nil {
		return nil, err
	}
	return newAccount(c, answer.ID, answer.Key.Secret), nil
}

// AccountOfKey opens the account of a key, such as the one that `gateproof simulate` prints.
func (c *Control) AccountOfKey(ctx context.Context, apiKey string) (*Account, error) {
	var found struct {
		ID string `json:"id"`
	}
	header := http.Header{"Authorization": {"Bearer " + apiKey}}
	if err := c.send(ctx, "GET", "/accounts/self", header, nil, &found); err != nil {
		return nil, err
	}
	return newAccount(c, found.ID, apiKey), nil
}

// Call sends any operation of the testbed and reads the JSON of its answer, unless answer is nil. A nil body sends none.
// The error is a *ControlError when the simulator refuses the call.
func (c *Control) Call(ctx context.Context, method, path string, body, answer any) error {
	return c.send(ctx, method, path, http.Header{}, body, answer)
}

func (c *Control) send(ctx context.Context, method, path string, header http.Header, body, answer any) error {
	var sent io.Reader
	if body != nil {
		text, err := json.Marshal(body)
		if err != nil {
			return fmt.Errorf("the body of %s %s is no JSON: %w", method, path, err)
		}
		header.Set("Content-Type", "application/json")
		sent = bytes.NewReader(text)
	}
	if c.token != "" {
		header.Set("X-Testbed-Token", c.token)
	}
	request, err := http.NewRequestWithContext(ctx, method, c.URL+"/_testbed/v1"+path, sent)
	if err != nil {
		return err
	}
	request.Header = header
	response, err := c.client.Do(request)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		return err
	}
	if response.StatusCode >= 400 {
		return refusal(method+" "+path, response.StatusCode, text)
	}
	if answer == nil || len(text) == 0 {
		return nil
	}
	return json.Unmarshal(text, answer)
}

func refusal(call string, status int, text []byte) error {
	var envelope struct {
		Error struct {
			Code    string `json:"code"`
			Message string `json:"message"`
		} `json:"error"`
	}
	if json.Unmarshal(text, &envelope) != nil || envelope.Error.Message == "" {
		envelope.Error.Message = string(text)
	}
	return &ControlError{Call: call, Status: status, Code: envelope.Error.Code, Message: envelope.Error.Message}
}

// Ptr points to a value, for optional fields: `AccountRequest{CreditUSD: gateproof.Ptr(5.0)}`.
func Ptr[T any](value T) *T { return &value }
