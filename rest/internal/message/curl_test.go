package message_test

import (
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/rest/internal/message"
	"github.com/evoke-go/evoke/sut"
)

// standIn is a curl that writes down its arguments, and the body of a file.
const standIn = `#!/bin/bash
for a in "$@"; do
	case $a in
	@/dev/fd/*) cat "${a#@}"; printf '\1' ;;
	*) printf '%s\1' "$a" ;;
	esac
done >> "$RECORD"
printf '\2' >> "$RECORD"
`

// made runs command lines in a shell where curl is a stand-in. It returns the
// arguments of each, and fails the test if anything else came of them.
func made(t *testing.T, lines string) (calls [][]string) {
	t.Helper()
	bash, err := exec.LookPath("bash")
	if err != nil {
		t.Skip("there is no bash")
	}
	bin, dir, record := t.TempDir(), t.TempDir(), filepath.Join(t.TempDir(), "record")
	require.NoError(t, os.WriteFile(filepath.Join(bin, "curl"), []byte(standIn), 0o755))
	cmd := exec.Command(bash, "-c", lines)
	cmd.Dir, cmd.Env = dir, []string{"PATH=" + bin + ":/usr/bin:/bin", "RECORD=" + record, "HOME=" + dir}
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, "%s\n%s", lines, out)
	require.Empty(t, string(out))
	left, err := os.ReadDir(dir)
	require.NoError(t, err)
	require.Empty(t, left, "the lines did something else: %s", lines)
	data, err := os.ReadFile(record)
	require.NoError(t, err)
	for call := range strings.SplitSeq(strings.TrimSuffix(string(data), "\x02"), "\x02") {
		calls = append(calls, strings.Split(strings.TrimSuffix(call, "\x01"), "\x01"))
	}
	return calls
}

// hostile are texts that mean something to a shell, to curl or to both.
var hostile = []string{
	"plain", "`touch .pwned`", "$(touch .pwned)", "${IFS}", "$HOME", "'; touch .pwned; '", "\"; touch .pwned; \"", "\\",
	"\\'", "a\nb", "!!", "!curl", "*", "~", "[1-3]", "{a,b}",
	"# x", "& touch .pwned", "| tee .pwned", "> .pwned", "< /etc/passwd", "@/etc/passwd", "-o.pwned", "\x1b[31m",
	"\u202ex", "\xff\xfe", "größe", "a\tb", "$'\\x41'", "%41%", "a=b&c", "(", ")", ";", "",
}

// The lines make the calls that they show, and nothing else comes of them.
func TestCurlLinesAreHarmless(t *testing.T) {
	token := strings.NewReplacer(" ", "_", "\n", "", "\x1b", "", "\xff", "", "\xfe", "", "\t", "", "\x00", "").Replace
	var lines []string
	var want [][]string
	for _, text := range append(hostile, "a\x00b`touch .pwned`") {
		name := "X-" + token(text)
		line := strings.NewReplacer("\n", "", "\x00", "").Replace(text)
		r := &sut.Request{Method: "GET" + token(line), Target: "/" + url.PathEscape(text) + "?a=" + line,
			Header: http.Header{name: {line}}, Body: []byte(text)}
		lines = append(lines, message.Curl("http://shop/"+line, r))
		argument := []string{"-i", "-X", r.Method}
		if strings.ContainsAny(r.Target, "[]{}") {
			argument = append(argument, "-g")
		}
		argument = append(argument, "http://shop/"+line+r.Target, "-H")
		if line == "" {
			argument = append(argument, name+";")
		} else {
			argument = append(argument, name+": "+line)
		}
		option, content := "--data-raw", text
		if strings.Contains(text, "\x00") {
			option = "--data-binary"
		}
		want = append(want, append(argument, "-H", "Content-Type:", option, content))
	}
	assert.Equal(t, want, made(t, strings.Join(lines, " && ")))
}
