package rewrite

import (
	"fmt"
	"go/types"
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestLogs runs a program that logs in many ways, with and without probes: its log is the same, and the probes report
// where it logs errors.
func TestLogs(t *testing.T) {
	const path = "testdata/logs.txtar"
	archive, err := txtar.ParseFile(path)
	require.NoError(t, err)
	all := readProgram(t, path)
	main, watch, quiet := filepath.Join(all.dir, "main.go"), filepath.Join(all.dir, "watch.go"),
		filepath.Join(all.dir, "quiet.go")
	plain := program{all.dir,
		map[string][]byte{main: all.files[main], quiet: []byte("package main\n\nfunc watch() {}\n")}}
	probed := plain.probed(t)
	delete(probed.files, quiet)
	probed.files[watch] = all.files[watch]
	got := probed.run(t)
	want := &archive.Files[len(archive.Files)-1]
	if *update {
		want.Data = []byte(got)
		require.NoError(t, os.WriteFile(path, txtar.Format(archive), 0o644))
	}
	assert.Equal(t, string(want.Data), got)
	assert.Equal(t, plain.run(t), regexp.MustCompile(`(?m)^noted: .*\n`).ReplaceAllString(got, ""))
}

// strangers are parts of the loggers of libraries, as far as the calls below need them.
var strangers = map[string]string{
	"github.com/sirupsen/logrus": "package logrus; type Entry struct{}; func (*Entry) Error(...any) {}; func " +
		"Errorf(string, ...any) {}; func WithField(string, any) *Entry { return nil }",
	"github.com/rs/zerolog/log": "package log; type Event struct{}; func (*Event) Msg(string) {}; func Error() " +
		"*Event { return nil }; func Info() *Event { return nil }",
	"go.uber.org/zap": "package zap; type Logger struct{}; func (*Logger) Error(string, ...int) {}; " +
		"func (*Logger) Info(string, ...int) {}",
	"k8s.io/klog/v2":              "package klog; func ErrorS(error, string, ...any) {}; func Error(...any) {}",
	"github.com/labstack/echo/v4": "package echo; type Logger interface { Error(...any); Info(...any) }",
	"github.com/go-kit/log/level": "package level; func Error(v any) fmtLogger { return nil }; type fmtLogger " +
		"interface { Log(...any) error }",
	"github.com/hashicorp/go-hclog": "package hclog; type Logger interface { Error(string, ...any) }",
}

// libraries imports the loggers above, and other packages from export data.
type libraries struct {
	rig   *rewriteRig
	first types.Importer
}

func (l libraries) Import(path string) (*types.Package, error) {
	text, ok := strangers[path]
	if !ok {
		return l.first.Import(path)
	}
	s, err := l.rig.source(path, "", map[string][]byte{"/lib/" + path + ".go": []byte(text)})
	if err != nil {
		return nil, err
	}
	return s.Types, nil
}

// The loggers of libraries are known by their names, in any version of their package.
func TestLoggersOfLibraries(t *testing.T) {
	c := newRewriteRig(t)
	c.importer = libraries{c, c.importer}
	for _, test := range []struct{ path, call, want string }{
		{"github.com/sirupsen/logrus", `x.WithField("a", 1).Error("no", 1)`,
			`x.WithField("a", 1).Error(evoke_p.LoggedAll("no", 1)...)`},
		{"github.com/sirupsen/logrus", `x.Errorf("no %d", 1)`, `x.Errorf(evoke_p.Logged("no %d", "no %d"), 1)`},
		{"github.com/rs/zerolog/log", `x.Error().Msg("no")`, `evoke_p.Logged("", x.Error()).Msg("no")`},
		{"github.com/rs/zerolog/log", `x.Info().Msg("no")`, `x.Info().Msg("no")`},
		{"go.uber.org/zap", `new(x.Logger).Error("no")`, `.Error(evoke_p.Logged("no", "no"))`},
		{"go.uber.org/zap", `new(x.Logger).Info("no")`, `.Info("no")`},
		{"k8s.io/klog/v2", `x.ErrorS(nil, "no")`, `x.ErrorS(nil, evoke_p.Logged("no", "no"))`},
		{"k8s.io/klog/v2", `x.Error([]any{1}...)`, `x.Error(evoke_p.LoggedAll([]any{1}...)...)`},
		{"github.com/labstack/echo/v4", `func(l x.Logger) { l.Error(1) }(nil)`, `l.Error(evoke_p.LoggedAll(1)...)`},
		{"github.com/go-kit/log/level", `x.Error(nil).Log("no")`, `evoke_p.Logged("", x.Error(nil)).Log("no")`},
		{"github.com/hashicorp/go-hclog", `func(l x.Logger) { l.Error(string([]byte("no"))) }(nil)`,
			`l.Error(evoke_p.Logged("", string([]byte("no"))))`},
	} {
		source := fmt.Sprintf("package p; import x %q; func f() {\n%s\n}", test.path, test.call)
		s, err := c.source("example.com/p", "", map[string][]byte{"/p/in.go": []byte(source)})
		require.NoError(t, err, test.call)
		r := Rewrite(s, builtin(runtimePath))
		assert.Contains(t, string(r.Files["/p/in.go"]), test.want)
		_, err = c.source("example.com/p", "", withProbes(s, r))
		assert.NoError(t, err, "%s", r.Files["/p/in.go"])
	}
}
