// Package gateproof is a whole inference gateway for the tests of clients: it starts Gateproof's simulator and arranges its world.
package gateproof
