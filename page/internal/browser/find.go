package browser

import (
	"errors"
	"os/exec"
	"slices"
)

// ErrNone is the error if there is no browser on this machine.
var ErrNone = errors.New("there is no Chromium or Chrome here: install it " +
	"(apt-get install chromium-headless-shell or chromium, " +
	"brew install --cask chromium) or name its program")

// shells are browsers without windows, which need a third of the processor time of others. It is read-only.
var shells = []string{"chromium-headless-shell", "chrome-headless-shell"}

// names are the names of browsers to look for, in this order. It is read-only.
var names = []string{"chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"}

// places are the paths of browsers on systems where they are not in PATH. It is read-only.
var places = []string{
	"/Applications/Chromium.app/Contents/MacOS/Chromium",
	"/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
}

// Find returns the path of the first browser on this machine, or [ErrNone]. With show, the browser can open windows.
func Find(show bool) (string, error) {
	all := slices.Concat(names, places)
	if !show {
		all = slices.Concat(shells, all)
	}
	for _, name := range all {
		if path, err := exec.LookPath(name); err == nil {
			return path, nil
		}
	}
	return "", ErrNone
}
