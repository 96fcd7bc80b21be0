//go:build !unix

package gateproof

import "os/exec"

func ownGroup(*exec.Cmd) {}

// endGroup ends the process; there are no groups of processes here.
func endGroup(process *exec.Cmd, _ bool) {
	_ = process.Process.Kill()
}
