//go:build !unix

package driver

import (
	"errors"
	"os/exec"
)

func separate(*exec.Cmd) {}

func killGroup(int) {}

func interruptGroup(int) error { return errors.ErrUnsupported }
