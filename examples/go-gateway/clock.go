package main

import (
	"sync"
	"time"
)

// Clock is an account's time: the machine's, moved on by what the testbed asked for.
type Clock struct {
	mu       sync.Mutex
	advance  sync.Mutex
	offset   time.Duration
	timers   map[*Timer]struct{}
	activity int
	settled  *sync.Cond
}

type Timer struct {
	due  time.Time
	real *time.Timer
	f    func()
	c    *Clock
}

func NewClock() *Clock {
	c := &Clock{timers: map[*Timer]struct{}{}}
	c.settled = sync.NewCond(&c.mu)
	return c
}

func (c *Clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now()
}

func (c *Clock) now() time.Time { return time.Now().Add(c.offset).UTC() }

// AfterFunc calls f in its own goroutine once d has passed on this clock.
func (c *Clock) AfterFunc(d time.Duration, f func()) *Timer {
	c.mu.Lock()
	defer c.mu.Unlock()
	t := &Timer{due: c.now().Add(d), f: f, c: c}
	c.timers[t] = struct{}{}
	t.real = time.AfterFunc(d, func() {
		if t.take() {
			f()
		}
	})
	return t
}

func (t *Timer) take() bool {
	t.c.mu.Lock()
	defer t.c.mu.Unlock()
	if _, ok := t.c.timers[t]; !ok {
		return false
	}
	delete(t.c.timers, t)
	t.real.Stop()
	return true
}

func (t *Timer) Stop() { t.take() }

// Busy marks something that Advance waits for; the answer ends it.
func (c *Clock) Busy() func() {
	c.mu.Lock()
	c.activity++
	c.mu.Unlock()
	return func() {
		c.mu.Lock()
		c.activity--
		c.settled.Broadcast()
		c.mu.Unlock()
	}
}

const grace = 500 * time.Millisecond

func (c *Clock) settle() {
	deadline := time.Now().Add(grace)
	wake := time.AfterFunc(grace+time.Millisecond, func() { c.mu.Lock(); c.settled.Broadcast(); c.mu.Unlock() })
	defer wake.Stop()
	c.mu.Lock()
	for c.activity > 0 && time.Now().Before(deadline) {
		c.settled.Wait()
	}
	c.mu.Unlock()
}

// Advance steps through everything that falls due in d.
func (c *Clock) Advance(d time.Duration) time.Time {
	c.advance.Lock()
	defer c.advance.Unlock()
	c.settle()
	target := c.Now().Add(d)
	for {
		c.mu.Lock()
		var next *Timer
		for t := range c.timers {
			if !t.due.After(target) && (next == nil || t.due.Before(next.due)) {
				next = t
			}
		}
		if next == nil {
			if rest := target.Sub(c.now()); rest > 0 {
				c.offset += rest
				c.rearm()
			}
			c.mu.Unlock()
			break
		}
		if rest := next.due.Sub(c.now()); rest > 0 {
			c.offset += rest
		}
		c.mu.Unlock()
		if next.take() {
			next.f()
		}
		c.settle()
	}
	c.settle()
	return c.Now()
}

func (c *Clock) rearm() {
	now := c.now()
	for t := range c.timers {
		t.real.Reset(t.due.Sub(now))
	}
}
