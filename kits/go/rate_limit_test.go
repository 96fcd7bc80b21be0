package gateproof_test

import (
	"bytes"
	"context"
	"net/http"
	"testing"
	"time"

	gateproof "github.com/gateproof/gateproof/kits/go"
)

func TestWaitsAndTriesAgain(t *testing.T) {
	account := simulator.Account(t, gateproof.AccountRequest{})
	fault := gateproof.JSON{"kind": "refuse", "code": "rate_limited", "retryAfterMs": 1000}
	if err := account.SetFaults(context.Background(), gateproof.JSON{"fault": fault, "times": 1}); err != nil {
		t.Fatal(err)
	}
	if status := sendPatiently(t, account); status != http.StatusOK {
		t.Errorf("the second answer has status %d, wanted 200", status)
	}
}

// sendPatiently stands for the client under test: it sends again after the time that Retry-After names.
func sendPatiently(t *testing.T, account *gateproof.Account) int {
	t.Helper()
	for {
		body := `{"model": "gateproof/echo", "messages": [{"role": "user", "content": "Hello"}]}`
		request, err := http.NewRequest("POST", account.BaseURL+"/chat/completions", bytes.NewBufferString(body))
		if err != nil {
			t.Fatal(err)
		}
		request.Header.Set("Authorization", "Bearer "+account.APIKey)
		response, err := http.DefaultClient.Do(request)
		if err != nil {
			t.Fatal(err)
		}
		response.Body.Close()
		wait, err := time.ParseDuration(response.Header.Get("Retry-After") + "s")
		if response.StatusCode != http.StatusTooManyRequests || err != nil {
			return response.StatusCode
		}
		time.Sleep(wait)
	}
}
