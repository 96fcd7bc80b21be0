package main

import (
	"bytes"
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"crypto/tls"
	"crypto/x509"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"math/rand"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
	"time"
)

const (
	deliveryTimeout = 10 * time.Second
	maxAttempts     = 8
	firstGap        = 10 * time.Minute
)

type hook struct {
	id, url          string
	secret, previous string
	client           *http.Client
	ctx              context.Context
	remove           context.CancelFunc
}

type event struct {
	ID        string    `json:"id"`
	Type      string    `json:"type"`
	CreatedAt time.Time `json:"created_at"`
	Data      jobView   `json:"data"`
}

// announce starts the deliveries of a job's event. g.mu is held.
func (g *Gateway) announce(a *account, j *job) {
	for _, h := range a.hooks {
		e := event{ID: newID("evt_"), Type: "job." + j.state, CreatedAt: *j.completed, Data: g.view(j)}
		body, err := json.Marshal(e)
		if err != nil {
			panic(err)
		}
		go g.deliver(a, h, e.Type, body, 1, a.clock.Busy())
	}
}

func (g *Gateway) deliver(a *account, h *hook, typ string, body []byte, n int, done func()) {
	defer done()
	if h.ctx.Err() != nil || g.attemptDelivery(a, h, typ, body) || n == maxAttempts {
		return
	}
	gap := firstGap << (n - 1)
	gap += time.Duration(rand.Int63n(int64(gap / 20)))
	a.clock.AfterFunc(gap, func() { go g.deliver(a, h, typ, body, n+1, a.clock.Busy()) })
}

func (g *Gateway) attemptDelivery(a *account, h *hook, typ string, body []byte) bool {
	ctx, dog := watch(h.ctx, a.clock, deliveryTimeout)
	defer dog.stop()
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, h.url, bytes.NewReader(body))
	if err != nil {
		return false
	}
	g.mu.Lock()
	secrets := []string{h.secret}
	if h.previous != "" {
		secrets = append(secrets, h.previous)
	}
	g.mu.Unlock()
	t := a.clock.Now().Unix()
	signature := fmt.Sprintf("t=%d", t)
	for _, s := range secrets {
		mac := hmac.New(sha256.New, []byte(s))
		fmt.Fprintf(mac, "%d.", t)
		mac.Write(body)
		signature += ",v1=" + hex.EncodeToString(mac.Sum(nil))
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("SVC-Event", typ)
	req.Header.Set("SVC-Delivery", newID("whd_"))
	req.Header.Set("SVC-Signature", signature)
	resp, err := h.client.Do(req)
	if err != nil {
		return false
	}
	resp.Body.Close()
	return resp.StatusCode >= 200 && resp.StatusCode <= 299
}

var privateRanges = func() []netip.Prefix {
	var list []netip.Prefix
	for _, s := range []string{
		"0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12", "192.0.0.0/24", "192.0.2.0/24",
		"192.88.99.0/24", "192.168.0.0/16", "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24", "224.0.0.0/3",
		"::/127", "64:ff9b::/96", "100::/64", "2001:db8::/32", "2002::/16", "fc00::/7", "fe80::/10", "ff00::/8", "::ffff:0:0/96",
	} {
		list = append(list, netip.MustParsePrefix(s))
	}
	return list
}()

// checkURL returns why a webhook URL is refused.
func checkURL(raw string) error {
	u, err := url.Parse(raw)
	if err != nil {
		return fmt.Errorf("url is not a URL")
	}
	host := strings.ToLower(strings.TrimSuffix(u.Hostname(), "."))
	switch {
	case u.Scheme != "https":
		return fmt.Errorf("url must be an https URL")
	case host == "":
		return fmt.Errorf("url has no host")
	case u.Port() != "" && u.Port() != "443" || strings.HasSuffix(u.Host, ":"):
		return fmt.Errorf("url must be on port 443")
	case u.User != nil:
		return fmt.Errorf("url must not hold user info")
	}
	if addr, err := netip.ParseAddr(host); err == nil {
		if addr.Zone() != "" || inside(addr.Unmap(), privateRanges) || inside(addr, privateRanges) {
			return fmt.Errorf("url must be public: %s is a private address", host)
		}
		return nil
	}
	labels := strings.Split(host, ".")
	last := labels[len(labels)-1]
	switch {
	case len(labels) < 2, contains([]string{"localhost", "local", "internal", "lan", "home", "corp", "intranet", "test.localhost"}, last):
		return fmt.Errorf("url must be public: %s is a private name", host)
	case strings.HasPrefix(last, "0x"), strings.Trim(last, "0123456789") == "":
		return fmt.Errorf("url must be public: %s is not a name", host)
	}
	return nil
}

func newHook(raw, connectTo, ca string) *hook {
	dialer := &net.Dialer{Timeout: deliveryTimeout}
	transport := &http.Transport{MaxIdleConnsPerHost: 2, IdleConnTimeout: time.Minute, TLSHandshakeTimeout: deliveryTimeout}
	if connectTo != "" {
		transport.DialContext = func(ctx context.Context, network, _ string) (net.Conn, error) {
			return dialer.DialContext(ctx, network, connectTo)
		}
	}
	if ca != "" {
		pool := x509.NewCertPool()
		pool.AppendCertsFromPEM([]byte(ca))
		transport.TLSClientConfig = &tls.Config{RootCAs: pool}
	}
	ctx, remove := context.WithCancel(context.Background())
	return &hook{
		id: newID("wh_"), url: raw, secret: newID("whsec_"), ctx: ctx, remove: remove,
		client: &http.Client{Transport: transport, CheckRedirect: noRedirect},
	}
}

func noRedirect(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
