package supervise

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/rogpeppe/go-internal/txtar"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var update = flag.Bool("update", false, "write what the crash texts in testdata are taken for")

// TestCrashTexts diagnoses what real programs wrote when they died.
func TestCrashTexts(t *testing.T) {
	files, err := filepath.Glob("testdata/crash/*.txtar")
	require.NoError(t, err)
	require.Greater(t, len(files), 30)
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) {
			archive, err := txtar.ParseFile(file)
			require.NoError(t, err)
			require.Len(t, archive.Files, 3, "end, stderr, want")
			exit := diagnosed(t, string(archive.Files[0].Data), archive.Files[1].Data)
			got := fmt.Sprintf("kind: %s\nsignal: %s\nmessage: %s\nframe: %s\ncreated: %s\n",
				exit.Kind, exit.Signal, exit.Message, exit.Frame, exit.Created)
			if *update {
				archive.Files[2].Data = []byte(got)
				require.NoError(t, os.WriteFile(file, txtar.Format(archive), 0o644))
			}
			assert.Equal(t, string(archive.Files[2].Data), got)
		})
	}
}

// diagnosed takes an end such as "code 2", "signal SIGKILL" or "asked hang 87".
func diagnosed(t *testing.T, how string, stderr []byte) Exit {
	words := strings.Fields(how)
	require.NotEmpty(t, words)
	e := end{code: -1}
	if words[0] == "asked" {
		e.asked = Kind(words[1])
	}
	last := words[len(words)-1]
	if code, err := strconv.Atoi(last); err == nil {
		e.code = code
	} else {
		e.signal = last
	}
	c := newCapture(nil)
	_, _ = c.Write(stderr)
	c.finish()
	e.crash, e.race, e.last = c.crashText(), c.raceText(), c.lastLine()
	return diagnose(e)
}

func FuzzDiagnose(f *testing.F) {
	files, _ := filepath.Glob("testdata/crash/*.txtar")
	for _, file := range files {
		archive, err := txtar.ParseFile(file)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(archive.Files[1].Data, 2, false)
	}
	f.Add([]byte("WARNING: DATA RACE\n"), 66, false)
	f.Add([]byte("evoke: memory limit\n"), MemoryCode, false)
	f.Add([]byte("SIGQUIT: quit\n"), 2, true)
	f.Add([]byte("evoke: memory limit\xff\n"), MemoryCode, false)
	f.Add([]byte("panic: x\n\ngoroutine 1 [running]:\n0\xff()\n\t/:0\n"), 2, false)
	f.Add([]byte("SIGBUS: b\xfas\xff error\n"), 2, false)
	f.Add([]byte("SIGSEGV: "+strings.Repeat("x", 3*maxMessage)+"\n"), 2, false)
	f.Add([]byte("SIG\xff: quit\n"), 2, false)
	f.Fuzz(func(t *testing.T, stderr []byte, code int, asked bool) {
		c := newCapture(nil)
		_, _ = c.Write(stderr)
		c.finish()
		e := end{code: code, crash: c.crashText(), race: c.raceText(), last: c.lastLine()}
		if asked {
			e.asked = Hang
		}
		exit := diagnose(e)
		assert.NotEmpty(t, exit.Kind)
		assert.LessOrEqual(t, len(exit.Message), maxMessage+len("..."))
		assert.True(t, utf8.ValidString(exit.Message))
		assert.NotContains(t, exit.Message, "\n")
		assert.True(t, utf8.ValidString(exit.Signal), exit.Signal)
		for _, place := range []string{exit.Frame, exit.Created} {
			assert.NotContains(t, place, "\n")
			assert.True(t, utf8.ValidString(place), place)
			assert.True(t, place == "" || strings.HasSuffix(place, ")"), place)
		}
	})
}

func TestSplitFunction(t *testing.T) {
	for function, want := range map[string][2]string{
		"main.main":                               {"main", "main"},
		"example.com/shop.(*Cart).Add.func1":      {"example.com/shop", "(*Cart).Add.func1"},
		"gopkg.in/yaml%2ev3.Parse":                {"gopkg.in/yaml.v3", "Parse"},
		"example.com/a.Map[example.com/b.T].func": {"example.com/a", "Map[example.com/b.T].func"},
		"example.com/a.Map[...]":                  {"example.com/a", "Map[...]"},
		"panic":                                   {"", "panic"},
	} {
		pkg, name := splitFunction(function)
		assert.Equal(t, want, [2]string{pkg, name}, function)
	}
}

func TestOwnFrames(t *testing.T) {
	for pkg, own := range map[string]bool{
		"github.com/evoke-go/evoke":                   true,
		"github.com/evoke-go/evoke/sut":               true,
		"github.com/evoke-go/evoke/probe":             true,
		"github.com/evoke-go/evoke_test":              false,
		"github.com/evoke-go/evoke/sut_test":          false,
		"github.com/evoke-go/evoke/examples/bookshop": false,
		"github.com/evoke-go/evoke/bench/gotify":      false,
		"github.com/evoke-go/evoke/js/testdata/shop":  false,
		"github.com/evoke-go/evoked":                  false,
		"example.com/shop":                            false,
		"main":                                        false,
	} {
		assert.Equal(t, own, frame{pkg: pkg, name: "F", file: "/x/f.go"}.own(), pkg)
	}
}

// TestOneLine says that a fault has one text.
func TestOneLine(t *testing.T) {
	assert.Equal(t, "fail 0x? and 0x?", oneLine(" fail 0xc000012345 and 0x3c0c93a1c010\n"))
	long := oneLine(strings.Repeat("ä", maxMessage))
	assert.Len(t, long, maxMessage+3)
	assert.True(t, utf8.ValidString(long))
}

// TestServedPanics: the value and the place of a panic from which net/http recovered, and nothing while the
// text is still to come.
func TestServedPanics(t *testing.T) {
	const log = `2026/01/02 03:04:05 listening
2026/01/02 03:04:06 http: panic serving 127.0.0.1:40404: assignment to entry
in nil map
goroutine 35 [running]:
net/http.(*conn).serve.func1()
	/usr/local/go/src/net/http/server.go:1947 +0xbe
panic({0x6f1b40?, 0xc0000a6020?})
	/usr/local/go/src/runtime/panic.go:791 +0x132
example.com/shop.(*Cart).add(...)
	/src/shop/cart.go:12
example.com/shop.handle({0x7d2a10?, 0xc0001281c0?}, 0xc000132000)
	/src/shop/http.go:44 +0x2c
net/http.HandlerFunc.ServeHTTP(0xc0000d4000?, {0x7d2a10?, 0xc0001281c0?}, 0x0?)
	/usr/local/go/src/net/http/server.go:2220 +0x29
net/http.(*conn).serve(0xc0000c4120, {0x7d2e38, 0xc00009a8d0})
	/usr/local/go/src/net/http/server.go:2102 +0x62d
created by net/http.(*Server).Serve in goroutine 1
	/usr/local/go/src/net/http/server.go:3454 +0x485
`
	value, frame := Served([]byte(log))
	assert.Equal(t, "assignment to entry\nin nil map", value)
	assert.Equal(t, "shop.(*Cart).add (cart.go:12)", frame)
	for _, early := range []string{log[:300], "2026/01/02 03:04:05 listening\n", ""} {
		value, frame = Served([]byte(early))
		assert.Empty(t, value+frame)
	}
}
