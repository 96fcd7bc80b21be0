package main

import (
	"crypto/rand"
	"encoding/hex"
	"math"
	"net/http"
	"net/netip"
	"sort"
	"strings"
	"sync"
	"time"
)

// Gateway is the whole service; mu guards everything reachable from it.
type Gateway struct {
	mu       sync.Mutex
	accounts map[string]*account
	keys     map[string]*apiKey
	files    map[string]*file
	client   *http.Client
	secret   []byte
}

type micros int64

func usd(v float64) micros      { return micros(math.Round(v * 1e6)) }
func (m micros) float() float64 { return float64(m) / 1e6 }

type account struct {
	id          string
	clock       *Clock
	credit      micros
	reserved    micros
	keys        map[string]*apiKey
	models      map[string]*model
	jobs        map[string]*job
	hooks       map[string]*hook
	generations []*generation
	idem        map[idemKey]*idemEntry
	limit       *bucket
	stale       bool
	broken      bool
	closed      bool
}

type apiKey struct {
	id, secret string
	account    *account
	models     map[string]bool
	ranges     []netip.Prefix
	cap        *micros
	spent      map[string]micros
	reserved   micros
	retention  string
	region     string
	expires    time.Time
}

type model struct {
	id, modality string
	window       int
	price        micros
	endpoints    []string
	created      int64
}

type generation struct {
	GenerationID string  `json:"generation_id"`
	Kind         string  `json:"kind"`
	Model        string  `json:"model"`
	ChargedUSD   float64 `json:"charged_usd"`
	ErrorCode    *string `json:"error_code"`

	charged micros
}

// bucket is a token bucket: so many requests at once, refilled evenly over the window.
type bucket struct {
	burst  float64
	window time.Duration
	tokens float64
	last   time.Time
}

func (b *bucket) take(now time.Time) (time.Duration, bool) {
	b.tokens = math.Min(b.burst, b.tokens+b.burst*float64(now.Sub(b.last))/float64(b.window))
	b.last = now
	if b.tokens >= 1 {
		b.tokens--
		return 0, true
	}
	if b.burst == 0 {
		return b.window, false
	}
	return time.Duration((1 - b.tokens) / b.burst * float64(b.window)), false
}

func newID(prefix string) string {
	b := make([]byte, 12)
	rand.Read(b)
	return prefix + hex.EncodeToString(b)
}

func (k *apiKey) allows(id string) bool { return k.models == nil || k.models[id] }

// authenticate finds the caller of a request.
func (g *Gateway) authenticate(r *http.Request) (*apiKey, *apiError) {
	scheme, token, _ := strings.Cut(r.Header.Get("Authorization"), " ")
	token = strings.TrimSpace(token)
	if !strings.EqualFold(scheme, "Bearer") || token == "" {
		return nil, errorf("unauthorized", "an API key is needed: Authorization: Bearer <API_KEY>")
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	k := g.keys[token]
	if k == nil || (!k.expires.IsZero() && !k.account.clock.Now().Before(k.expires)) {
		return nil, errorf("unauthorized", "the API key is unknown, expired or deleted")
	}
	if k.ranges != nil {
		addr, err := netip.ParseAddrPort(r.RemoteAddr)
		if err != nil || !inside(addr.Addr().Unmap(), k.ranges) {
			return nil, errorf("forbidden", "this address is outside the key's IP ranges")
		}
	}
	return k, nil
}

func inside(a netip.Addr, ranges []netip.Prefix) bool {
	for _, p := range ranges {
		if p.Contains(a) {
			return true
		}
	}
	return false
}

// admit applies the account's troubles and rate limit.
func (g *Gateway) admit(k *apiKey) *apiError {
	g.mu.Lock()
	defer g.mu.Unlock()
	a := k.account
	if a.broken {
		return errorf("internal_error", "the gateway failed to complete the request")
	}
	if a.stale {
		return errorf("snapshot_expired", "the gateway's configuration is out of date; retry shortly").retryAfter(time.Second)
	}
	if a.limit != nil {
		if wait, ok := a.limit.take(a.clock.Now()); !ok {
			return errorf("rate_limited", "too many requests right now").retryAfter(wait)
		}
	}
	return nil
}

// reserve holds the price of a request until it is settled.
func (g *Gateway) reserve(k *apiKey, price micros) *apiError {
	g.mu.Lock()
	defer g.mu.Unlock()
	a := k.account
	if k.cap != nil && k.spent[month(a)]+k.reserved+price > *k.cap {
		return errorf("budget_exceeded", "the request would cross the key's monthly spend cap")
	}
	if a.credit-a.reserved <= 0 {
		return errorf("insufficient_credit", "no prepaid credit left")
	}
	a.reserved += price
	k.reserved += price
	return nil
}

func month(a *account) string { return a.clock.Now().Format("2006-01") }

// settle ends a reservation and records the generation. g.mu is held.
func (g *Gateway) settle(k *apiKey, reserved micros, gen *generation) {
	a := k.account
	a.reserved -= reserved
	k.reserved -= reserved
	a.credit -= gen.charged
	k.spent[month(a)] += gen.charged
	gen.ChargedUSD = gen.charged.float()
	a.generations = append(a.generations, gen)
}

func (g *Gateway) visibleModels(k *apiKey) []*model {
	g.mu.Lock()
	defer g.mu.Unlock()
	list := make([]*model, 0, len(k.account.models))
	for _, m := range k.account.models {
		if k.allows(m.id) {
			list = append(list, m)
		}
	}
	sort.Slice(list, func(i, j int) bool { return list[i].id < list[j].id })
	return list
}
