package main

import (
	"fmt"
	"io"
	"os"
	"regexp"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"github.com/evoke-go/evoke/output/escape"
)

// wrapped breaks the lines of a command's help where a small terminal does.
func wrapped(cmd *cobra.Command) {
	cmd.SetUsageTemplate(strings.ReplaceAll(cmd.UsageTemplate(), ".FlagUsages", fmt.Sprintf(".FlagUsagesWrapped %d", columns)))
}

// columns is the width of a small terminal.
const columns = 80

func isTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// userinfo is the part of a URL that may have a password.
var userinfo = regexp.MustCompile(`://[^/\s@"]*@`)

// oneLine joins the different lines of an error into one that begins with
// "evoke: ".
func oneLine(err error) string {
	var lines []string
	for line := range strings.SplitSeq(err.Error(), "\n") {
		if line = strings.TrimSpace(line); line != "" && !slices.Contains(lines, line) {
			lines = append(lines, line)
		}
	}
	text := strings.Join(lines, "; ")
	if !strings.HasPrefix(text, "evoke") {
		text = "evoke: " + text
	}
	return escape.Line(userinfo.ReplaceAllString(text, "://xxxxx@"))
}
