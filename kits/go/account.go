package gateproof

import (
	"context"
	"fmt"
	"net/url"
	"strconv"
	"strings"
	"time"
)

// Account is what a client needs of one account (BaseURL, APIKey), and all that can be arranged for it.
type Account struct {
	ID      string
	APIKey  string
	BaseURL string
	control *Control
}

// Fault is a fault of an account as it is reported.
type Fault struct {
	ID          string `json:"id"`
	Description string `json:"description"`
	// Times is on how many requests it acts before it is spent; nil: without end.
	Times *int `json:"times"`
	// Chance is its probability; nil: it is certain.
	Chance *float64 `json:"chance"`
	// Seen counts the requests that it matched.
	Seen int `json:"seen"`
	// Acted counts those on which it acted.
	Acted int `json:"acted"`
}

// Replies are the canned replies of an account with what they did.
type Replies struct {
	Replies []struct {
		ID string `json:"id"`
		// Seen counts the requests that fit in all but `call`.
		Seen int `json:"seen"`
		// Used counts those that it answered.
		Used int `json:"used"`
	} `json:"replies"`
	Strict bool `json:"strict"`
	// Unmatched are the newest requests that no reply fitted.
	Unmatched []struct {
		RequestID string `json:"request_id"`
		Nearest   string `json:"nearest"`
	} `json:"unmatched"`
}

func newAccount(control *Control, id, apiKey string) *Account {
	return &Account{ID: id, APIKey: apiKey, BaseURL: control.URL + "/v1", control: control}
}

// SetFaults replaces the faults of its requests:
// `SetFaults(ctx, JSON{"fault": JSON{"kind": "status", "status": 500}, "times": 2})`.
func (a *Account) SetFaults(ctx context.Context, faults ...JSON) error {
	return a.call(ctx, "PUT", "/faults", JSON{"faults": listed(faults)}, nil)
}

// Faults are those of the account, with what they did.
func (a *Account) Faults(ctx context.Context) ([]Fault, error) {
	var answer struct {
		Faults []Fault `json:"faults"`
	}
	err := a.call(ctx, "GET", "/faults", nil, &answer)
	return answer.Faults, err
}

// CheckFaultsActed returns an error that names each certain fault that did not act as often as its Times, or at all where it has none.
func (a *Account) CheckFaultsActed(ctx context.Context) error {
	faults, err := a.Faults(ctx)
	if err != nil {
		return err
	}
	var idle []string
	for _, fault := range faults {
		wanted := 1
		if fault.Times != nil {
			wanted = *fault.Times
		}
		if fault.Chance == nil && fault.Acted < wanted {
			idle = append(idle, fmt.Sprintf("%s acted %d of %d times", fault.ID, fault.Acted, wanted))
		}
	}
	if len(idle) == 0 {
		return nil
	}
	return fmt.Errorf("every fault was to act, and some did not: %s", strings.Join(idle, "; "))
}

// SetReplies replaces the canned replies: `SetReplies(ctx, JSON{"on": JSON{"message": "weather"}, "text": "Sunny."})`.
func (a *Account) SetReplies(ctx context.Context, replies ...JSON) error {
	return a.call(ctx, "PUT", "/replies", JSON{"replies": listed(replies)}, nil)
}

// SetStrictReplies replaces the canned replies, and refuses what none of them fits.
func (a *Account) SetStrictReplies(ctx context.Context, replies ...JSON) error {
	return a.call(ctx, "PUT", "/replies", JSON{"replies": listed(replies), "strict": true}, nil)
}

// Replies are the canned replies with what they did, and the requests that none of them fitted.
func (a *Account) Replies(ctx context.Context) (Replies, error) {
	var answer Replies
	err := a.call(ctx, "GET", "/replies", nil, &answer)
	return answer, err
}

// AdvanceClock moves its clock on, and returns the time once all that fell due has settled.
func (a *Account) AdvanceClock(ctx context.Context, by time.Duration) (time.Time, error) {
	answer, err := a.control.Testbed.AdvanceClock(ctx, a.ID, AdvanceRequest{Ms: float64(by) / float64(time.Millisecond)})
	if err != nil {
		return time.Time{}, err
	}
	return time.Parse(time.RFC3339, answer.Now)
}

// WaitForJob returns the job once it is in that state, or in one in which it stays (`final`). The error is a *ControlError when the limit has passed.
func (a *Account) WaitForJob(ctx context.Context, job, state string, limit time.Duration) (JSON, error) {
	query := url.Values{"state": {state}, "timeout_ms": {milliseconds(limit)}}
	return a.read(ctx, "/jobs/"+url.PathEscape(job)+"/wait", query)
}

// WaitForDeliveries returns once so many webhook deliveries are `delivered` or `given-up`, or so many attempts were made (`attempted`).
func (a *Account) WaitForDeliveries(ctx context.Context, count int, state string, limit time.Duration) (JSON, error) {
	query := url.Values{"count": {strconv.Itoa(count)}, "state": {state}, "timeout_ms": {milliseconds(limit)}}
	return a.read(ctx, "/deliveries/wait", query)
}

// WaitForGate returns once something waits at the gate.
func (a *Account) WaitForGate(ctx context.Context, gate string, limit time.Duration) error {
	query := url.Values{"timeout_ms": {milliseconds(limit)}}
	_, err := a.read(ctx, "/gates/"+url.PathEscape(gate)+"/wait", query)
	return err
}

// ReleaseGate lets go of what waits at the gate, and returns how many had waited.
func (a *Account) ReleaseGate(ctx context.Context, gate string) (int, error) {
	var answer struct {
		Released int `json:"released"`
	}
	err := a.call(ctx, "POST", "/gates/"+url.PathEscape(gate)+"/release", nil, &answer)
	return answer.Released, err
}

// Trigger lets a job (`image` or `transcription`) end as an event says: `job.succeeded`, `job.failed` or `job.canceled`.
// It returns once each delivery of the event was attempted.
func (a *Account) Trigger(ctx context.Context, event, job string) (JSON, error) {
	var answer JSON
	err := a.call(ctx, "POST", "/events", JSON{"type": event, "job": job}, &answer)
	return answer, err
}

// Journal has the newest requests, each refused one with a sentence on what was wrong with it.
func (a *Account) Journal(ctx context.Context, limit int) (JSON, error) {
	return a.read(ctx, "/journal", url.Values{"limit": {strconv.Itoa(limit)}})
}

// Effects are what ran and what was charged, request by request and key by key.
func (a *Account) Effects(ctx context.Context) (JSON, error) {
	return a.read(ctx, "/effects", url.Values{})
}

// Reset puts a fresh account in its place, with the same id, seed and first key.
func (a *Account) Reset(ctx context.Context) error {
	return a.call(ctx, "POST", "/reset", nil, nil)
}

// Fork makes another account that is arranged like this one and has no history.
func (a *Account) Fork(ctx context.Context) (*Account, error) {
	var answer AccountAnswer
	if err := a.call(ctx, "POST", "/fork", JSON{}, &answer); err != nil {
		return nil, err
	}
	return newAccount(a.control, answer.ID, answer.Key.Secret), nil
}

// Remove ends the account: its keys open nothing any more.
func (a *Account) Remove(ctx context.Context) error {
	return a.control.Testbed.DeleteAccount(ctx, a.ID)
}

func (a *Account) read(ctx context.Context, path string, query url.Values) (JSON, error) {
	var answer JSON
	err := a.call(ctx, "GET", path+"?"+query.Encode(), nil, &answer)
	return answer, err
}

func (a *Account) call(ctx context.Context, method, path string, body, answer any) error {
	return a.control.Call(ctx, method, "/accounts/"+url.PathEscape(a.ID)+path, body, answer)
}

func milliseconds(limit time.Duration) string {
	return strconv.FormatInt(limit.Milliseconds(), 10)
}

// listed makes an empty list of none, which JSON would have as null.
func listed(given []JSON) []JSON {
	return append([]JSON{}, given...)
}
