// Command gateway is an inference gateway that keeps its contract, with the testbed that lets Gateproof arrange its world, on the port of its argument.
package main

import (
	"crypto/rand"
	"log"
	"net/http"
	"os"
	"time"
)

var publicURL string

func main() {
	addr := "127.0.0.1:8080"
	if len(os.Args) > 1 {
		addr = "127.0.0.1:" + os.Args[1]
	}
	publicURL = "http://" + addr
	transport := http.DefaultTransport.(*http.Transport).Clone()
	transport.MaxIdleConnsPerHost = 16
	g := &Gateway{
		accounts: map[string]*account{}, keys: map[string]*apiKey{}, files: map[string]*file{}, secret: make([]byte, 32),
		client: &http.Client{Transport: transport, CheckRedirect: noRedirect},
	}
	rand.Read(g.secret)
	server := &http.Server{Addr: addr, Handler: g, ReadHeaderTimeout: 10 * time.Second}
	log.Fatal(server.ListenAndServe())
}
