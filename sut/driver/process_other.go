//go:build !unix

package driver

import "os/exec"

func separate(*exec.Cmd) {}

func killGroup(int) {}
