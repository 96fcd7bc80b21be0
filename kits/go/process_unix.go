//go:build unix

package gateproof

import (
	"os/exec"
	"syscall"
)

// ownGroup lets the process begin a group of its own: a starter such as npx is not the simulator.
func ownGroup(process *exec.Cmd) {
	process.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
}

// endGroup ends the process with all that it started. One that has ended already is left alone.
func endGroup(process *exec.Cmd, byForce bool) {
	signal := syscall.SIGTERM
	if byForce {
		signal = syscall.SIGKILL
	}
	_ = syscall.Kill(-process.Process.Pid, signal)
}
