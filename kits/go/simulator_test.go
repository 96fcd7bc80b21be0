// Needs a simulator: GATEPROOF_COMMAND, or `npx gateproof simulate` in the folder where it runs.
package gateproof_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"os"
	"strings"
	"testing"
	"time"

	gateproof "github.com/gateproof/gateproof/kits/go"
)

const (
	day   = 24 * time.Hour
	limit = 30 * time.Second
)

var (
	simulator *gateproof.Simulator
	ctx       = context.Background()
)

func TestMain(m *testing.M) {
	started, err := gateproof.Start(gateproof.Options{})
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	simulator = started
	code := m.Run()
	simulator.Close()
	os.Exit(code)
}

// post is what a client sends and gets.
func post(t *testing.T, account *gateproof.Account, path string, body gateproof.JSON) (int, gateproof.JSON) {
	t.Helper()
	text, err := json.Marshal(body)
	must(t, err)
	request, err := http.NewRequest("POST", account.BaseURL+path, strings.NewReader(string(text)))
	must(t, err)
	request.Header.Set("Authorization", "Bearer "+account.APIKey)
	response, err := http.DefaultClient.Do(request)
	must(t, err)
	defer response.Body.Close()
	var answer gateproof.JSON
	must(t, json.NewDecoder(response.Body).Decode(&answer))
	return response.StatusCode, answer
}

func chat(t *testing.T, account *gateproof.Account, content string) string {
	t.Helper()
	messages := []gateproof.JSON{{"role": "user", "content": content}}
	status, answer := post(t, account, "/chat/completions", gateproof.JSON{"model": "gateproof/echo", "messages": messages})
	if status != http.StatusOK {
		return fmt.Sprint(status)
	}
	choice := answer["choices"].([]any)[0].(map[string]any)
	return choice["message"].(map[string]any)["content"].(string)
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func wantText(t *testing.T, got, wanted string) {
	t.Helper()
	if !strings.Contains(got, wanted) {
		t.Errorf("got %q, wanted it to have %q", got, wanted)
	}
}

func TestAClientIsAnswered(t *testing.T) {
	account := simulator.Account(t, gateproof.AccountRequest{CreditUSD: gateproof.Ptr(5.0)})
	wantText(t, chat(t, account, "Hello"), "Hello")
	effects, err := account.Effects(ctx)
	must(t, err)
	if count := len(effects["effects"].([]any)); count != 1 {
		t.Errorf("%d requests had an effect, wanted 1", count)
	}
	usage, err := simulator.Control.Testbed.ReadUsage(ctx, account.ID)
	must(t, err)
	if len(usage.Generations) != 1 || usage.Generations[0].ErrorCode != nil || usage.ChargedUSD <= 0 {
		t.Errorf("wanted one charged generation without an error, got %+v", usage)
	}
}

func TestThePrintedKeyOpensAnAccount(t *testing.T) {
	account, err := simulator.Control.AccountOfKey(ctx, simulator.APIKey)
	must(t, err)
	wantText(t, chat(t, account, "Hello"), "Hello")
}

// recorder is a test that is looked at from outside.
type recorder struct {
	cleanups []func()
	errors   []string
}

func (r *recorder) Helper()          {}
func (r *recorder) Cleanup(f func()) { r.cleanups = append(r.cleanups, f) }
func (r *recorder) Errorf(format string, args ...any) {
	r.errors = append(r.errors, fmt.Sprintf(format, args...))
}
func (r *recorder) Fatalf(format string, args ...any) { panic(fmt.Sprintf(format, args...)) }

func TestATestFailsWhoseFaultDidNotAct(t *testing.T) {
	outer := &recorder{}
	account := simulator.Account(outer, gateproof.AccountRequest{})
	fault := gateproof.JSON{"kind": "status", "status": 500}
	must(t, account.SetFaults(ctx, gateproof.JSON{"fault": fault, "times": 1}))
	outer.cleanups[0]()
	wantText(t, strings.Join(outer.errors, "; "), "fault-1 acted 0 of 1 times")
	if status := chat(t, account, "Hello"); status != "401" {
		t.Errorf("the account should have been removed, its key is answered with %s", status)
	}
}

func TestRepliesAnswer(t *testing.T) {
	account := simulator.Account(t, gateproof.AccountRequest{})
	must(t, account.SetStrictReplies(ctx, gateproof.JSON{"on": gateproof.JSON{"message": "weather"}, "text": "Sunny."}))
	wantText(t, chat(t, account, "the weather?"), "Sunny.")
	wantText(t, chat(t, account, "Hello"), "400")
	read, err := account.Replies(ctx)
	must(t, err)
	if !read.Strict || read.Replies[0].Used != 1 || len(read.Unmatched) != 1 {
		t.Errorf("wanted one strict reply that was used once, and one unmatched request, got %+v", read)
	}
	must(t, account.SetReplies(ctx))
	wantText(t, chat(t, account, "Hello"), "Hello")
}

func TestAMistakeIsRefusedWithItsPlace(t *testing.T) {
	account := simulator.Account(t, gateproof.AccountRequest{})
	err := account.SetFaults(ctx, gateproof.JSON{"fault": gateproof.JSON{"kind": "empty"}, "times": 0})
	var refused *gateproof.ControlError
	if !errors.As(err, &refused) || refused.Status != 400 {
		t.Fatalf("wanted a ControlError with status 400, got %v", err)
	}
	wantText(t, refused.Error(), "faults[0].times is 0")
}

func TestTimeMovesForOneAccount(t *testing.T) {
	account := simulator.Account(t, gateproof.AccountRequest{})
	other := simulator.Account(t, gateproof.AccountRequest{})
	moved, err := account.AdvanceClock(ctx, day)
	must(t, err)
	answer, err := simulator.Control.Testbed.ReadClock(ctx, other.ID)
	must(t, err)
	still, err := time.Parse(time.RFC3339, answer.Now)
	must(t, err)
	if ahead := moved.Sub(still); ahead < day-time.Minute || ahead > day+time.Minute {
		t.Errorf("the moved clock is %v ahead, wanted a day", ahead)
	}
}

func TestJobsAreWaitedFor(t *testing.T) {
	account := simulator.Account(t, gateproof.AccountRequest{})
	status, job := post(t, account, "/images/generations", gateproof.JSON{"model": "gateproof/image", "prompt": "a lake"})
	if status != http.StatusAccepted {
		t.Fatalf("the submission is answered with %d, wanted 202", status)
	}
	ended, err := account.WaitForJob(ctx, job["id"].(string), "final", limit)
	must(t, err)
	if ended["state"] != "succeeded" {
		t.Errorf("the job is %v, wanted it to have succeeded", ended["state"])
	}
}

func TestAForkIsArrangedAlike(t *testing.T) {
	account := simulator.Account(t, gateproof.AccountRequest{})
	must(t, account.SetReplies(ctx, gateproof.JSON{"text": "Forked."}))
	fork, err := account.Fork(ctx)
	must(t, err)
	must(t, account.Reset(ctx))
	wantText(t, chat(t, fork, "Hello"), "Forked.")
	wantText(t, chat(t, account, "Hello"), "Hello")
	must(t, fork.Remove(ctx))
}

func TestStartSaysWhatWentWrong(t *testing.T) {
	cases := []struct {
		options gateproof.Options
		wanted  string
	}{
		{gateproof.Options{Command: []string{"echo", "no such thing"}}, "ended before it listened; it printed:\nno such thing"},
		{gateproof.Options{Command: []string{"no-such-program-at-all"}}, "can not be started"},
		{gateproof.Options{Command: []string{"sh", "-c", "sleep 60"}, Limit: 200 * time.Millisecond}, "did not listen within 200ms and printed nothing"},
	}
	for _, one := range cases {
		_, err := gateproof.Start(one.options)
		if err == nil {
			t.Fatalf("%v started, wanted an error with %q", one.options.Command, one.wanted)
		}
		wantText(t, err.Error(), one.wanted)
	}
}
