package gateproof

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"time"
)

const (
	standardCommand = "npx gateproof simulate"
	standardLimit   = time.Minute
	endLimit        = 10 * time.Second
	// As many of the last lines that it printed as an error shows.
	mostLines = 20
)

var (
	listensAt = regexp.MustCompile(` listens at (http\S+)`)
	printsKey = regexp.MustCompile(`^  key +(\S+)`)
)

// Options say how a simulator is started. The zero value is fine.
type Options struct {
	// Command starts it. Default: the words of the environment's GATEPROOF_COMMAND, or `npx gateproof simulate`. `--port 0` and Args follow it.
	Command []string
	// Args are more options, such as `--replies replies.yaml`.
	Args []string
	// Token is that of the testbed, where Args have a --testbed-token.
	Token string
	// Limit is how long it may take until it listens. Default: a minute.
	Limit time.Duration
}

// Simulator is a simulator that runs as a process of its own.
type Simulator struct {
	// URL is its base URL, without `/v1`; BaseURL has it.
	URL     string
	BaseURL string
	// APIKey is the key that it printed.
	APIKey  string
	Control *Control
	process *exec.Cmd
	ended   chan struct{}
}

// Start starts a simulator on a free port and returns once it listens. The error has what the simulator printed.
func Start(options Options) (*Simulator, error) {
	command := append(commandOf(options), "--port", "0")
	command = append(command, options.Args...)
	process := exec.Command(command[0], command[1:]...)
	ownGroup(process)
	output, input, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	process.Stdout, process.Stderr = input, input
	if err := process.Start(); err != nil {
		input.Close()
		output.Close()
		return nil, fmt.Errorf("%s can not be started: %w", strings.Join(command, " "), err)
	}
	input.Close()
	simulator := &Simulator{process: process, ended: make(chan struct{})}
	go func() {
		_ = process.Wait() // How it ended does not matter: it was asked to, or its output says why.
		close(simulator.ended)
	}()
	if err := simulator.waitUntilItListens(output, options); err != nil {
		simulator.Close()
		return nil, fmt.Errorf("%s %w", strings.Join(command, " "), err)
	}
	simulator.BaseURL = simulator.URL + "/v1"
	simulator.Control = NewControl(simulator.URL, options.Token)
	return simulator, nil
}

// Close ends the process and those that it started, and waits for that. It does nothing the second time.
func (s *Simulator) Close() {
	endGroup(s.process, false)
	select {
	case <-s.ended:
	case <-time.After(endLimit):
		endGroup(s.process, true)
		<-s.ended
	}
}

// TB is the part of testing.TB that Account uses.
type TB interface {
	Helper()
	Cleanup(func())
	Errorf(format string, args ...any)
	Fatalf(format string, args ...any)
}

// Account makes an account for one test and removes it after the test, which fails when a fault that it set did not act.
func (s *Simulator) Account(t TB, request AccountRequest) *Account {
	t.Helper()
	ctx := context.Background()
	account, err := s.Control.Account(ctx, request)
	if err != nil {
		t.Fatalf("no account could be made: %v", err)
	}
	t.Cleanup(func() {
		if err := account.CheckFaultsActed(ctx); err != nil {
			t.Errorf("%v", err)
		}
		if err := account.Remove(ctx); err != nil {
			t.Errorf("the account could not be removed: %v", err)
		}
	})
	return account
}

func commandOf(options Options) []string {
	if len(options.Command) > 0 {
		return append([]string{}, options.Command...)
	}
	if words := strings.Fields(os.Getenv("GATEPROOF_COMMAND")); len(words) > 0 {
		return words
	}
	return strings.Fields(standardCommand)
}

// Reads what it prints until that has its address and its key, and goes on reading, so that a full pipe never stops it.
func (s *Simulator) waitUntilItListens(output io.ReadCloser, options Options) error {
	limit := options.Limit
	if limit == 0 {
		limit = standardLimit
	}
	lines := make(chan string)
	heard := make(chan struct{})
	go readLines(output, lines, heard)
	defer close(heard)
	timer := time.NewTimer(limit)
	defer timer.Stop()
	var printed []string
	for {
		select {
		case <-timer.C:
			return fmt.Errorf("did not listen within %v%s", limit, saidBy(printed))
		case line, isOpen := <-lines:
			if !isOpen {
				return errors.New("ended before it listened" + saidBy(printed))
			}
			printed = append(printed, line)
			if found := listensAt.FindStringSubmatch(line); found != nil {
				s.URL = found[1]
			} else if found := printsKey.FindStringSubmatch(line); found != nil && s.URL != "" {
				s.APIKey = found[1]
				return nil
			}
		}
	}
}

// readLines hands on each line as long as somebody listens, and drops the others.
func readLines(output io.ReadCloser, lines chan<- string, heard <-chan struct{}) {
	defer output.Close()
	defer close(lines)
	reader := bufio.NewReader(output)
	for {
		line, err := reader.ReadString('\n')
		if line != "" {
			select {
			case lines <- strings.TrimRight(line, "\r\n"):
			case <-heard:
			}
		}
		if err != nil {
			return
		}
	}
}

func saidBy(printed []string) string {
	if len(printed) > mostLines {
		printed = printed[len(printed)-mostLines:]
	}
	said := strings.TrimSpace(strings.Join(printed, "\n"))
	if said == "" {
		return " and printed nothing"
	}
	return "; it printed:\n" + said
}
