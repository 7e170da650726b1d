package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// write puts files into a folder.
func write(t *testing.T, dir string, files map[string]string) {
	t.Helper()
	for name, content := range files {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

func run(t *testing.T, dir, name string, args ...string) {
	t.Helper()
	cmd := exec.Command(name, args...)
	cmd.Dir = dir
	if text, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%s %v: %v: %s", name, args, err, text)
	}
}

func commit(t *testing.T, dir string) {
	t.Helper()
	run(t, dir, "git", "add", "-A")
	run(t, dir, "git", "-c", "user.name=a", "-c", "user.email=a@example.com", "commit", "-qm", "change")
}

const sample = `package a

import "net/http"

type Shape interface {
	Area() float64
	hidden()
}

type Square struct {
	Side float64
	name string
	http.Handler
}

func (s Square) Area() float64 { return s.Side }
func (s *Square) Grow(by float64) {}
func (s *Square) shrink() {}

type List[T any] []T

func Map[T, U any](list List[T], f func(x T) (y U)) (out List[U]) { return nil }

const Size = 3

var ErrNone error

type Alias = Square

func New(side, height float64, more ...string) (*Square, error) { return nil, nil }

func private() {}
`

const sampleList = `pkg a, const Size untyped int = 3
pkg a, func Map[T any, U any](List[T], func(x T) (y U)) List[U]
pkg a, func New(float64, float64, ...string) (*Square, error)
pkg a, method (*Square) Grow(float64)
pkg a, method (Square) Area() float64
pkg a, method (Square) ServeHTTP(net/http.ResponseWriter, *net/http.Request)
pkg a, type Alias = Square
pkg a, type List[T any] []T
pkg a, type Shape interface{ Area() float64; unexported methods }
pkg a, type Square struct
pkg a, type Square struct, Side float64
pkg a, type Square struct, embedded net/http.Handler
pkg a, var ErrNone error
pkg shapes, func Of(a.Square) a.Shape
`

// shapes is a module with one public package beside its root, and others that
// are none.
func shapes(t *testing.T) string {
	dir := t.TempDir()
	write(t, dir, map[string]string{
		"go.mod": "module example.com/shapes\n\ngo 1.26\n",
		"shapes.go": "package shapes\n\nimport \"example.com/shapes/a\"\n\nfunc Of(s " +
			"a.Square) a.Shape { return nil }\n",
		"a/a.go":              sample,
		"internal/b/b.go":     "package b\n\nfunc B() {}\n",
		"cmd/shapes/main.go":  "package main\n\nfunc Main() {}\n\nfunc main() {}\n",
		"examples/one/one.go": "package one\n\nfunc One() {}\n",
		changelog:             "# Changes\n\n## Unreleased\n\n- First.\n\n## v0.1.0\n\n- Older.\n",
	})
	return dir
}

func TestList(t *testing.T) {
	m, err := load(shapes(t))
	if err != nil {
		t.Fatal(err)
	}
	if got := join(m.list()); got != sampleList {
		t.Errorf("got:\n%s\n%s", got, join(difference(split(sampleList), m.list())))
	}
}

func TestLoadOfBrokenCode(t *testing.T) {
	dir := shapes(t)
	write(t, dir, map[string]string{"a/broken.go": "package a\n\nfunc F() { return 1 }\n"})
	if _, err := load(dir); err == nil {
		t.Error("code that does not compile has no API")
	}
}

// The life of a module: each step changes it and says what the check finds.
func TestCheck(t *testing.T) {
	dir := shapes(t)
	check := func(step string, want ...string) {
		t.Helper()
		var out strings.Builder
		err := command(&out, dir, false)
		text := out.String()
		if err != nil {
			text += err.Error()
		}
		for _, w := range want {
			if !strings.Contains(text, w) {
				t.Errorf("%s: %q is not in\n%s", step, w, text)
			}
		}
	}
	renew := func() {
		t.Helper()
		if err := command(nil, dir, true); err != nil {
			t.Fatal(err)
		}
	}
	run(t, dir, "git", "init", "-q")
	check("no list", "no such file")
	renew()
	commit(t, dir)
	check("as listed", "api: no changes since")
	write(t, dir, map[string]string{"a/a.go": strings.Replace(sample, "Size = 3", "Size = 4", 1)})
	check("not listed", "- pkg a, const Size untyped int = 3", "+ pkg a, const Size untyped int = 4")
	renew()
	check("not told", `no new line under "Unreleased"`)
	write(t, dir, map[string]string{changelog: "# Changes\n\n## Unreleased\n\n- First.\n" +
		"\n## v0.1.0\n\n- Older.\n- Size is 4.\n"})
	check("told under another heading", `no new line under "Unreleased"`)
	write(t, dir, map[string]string{changelog: "# Changes\n\n## Unreleased\n\n- First.\n- Size is 4.\n" +
		"\n## v0.1.0\n\n- Older.\n"})
	check("told", "Incompatible changes", "Size: value changed from 3 to 4")
	commit(t, dir)
	check("committed", "Size: value changed from 3 to 4")
	write(t, dir, map[string]string{"a/more.go": "package a\n\nfunc More() {}\n"})
	renew()
	commit(t, dir)
	check("committed untold", `adds no line under "Unreleased"`)
	write(t, dir, map[string]string{changelog: "# Changes\n\n## Unreleased\n\n## v0.2.0\n\n- More.\n"})
	commit(t, dir)
	check("released by a heading", "api: no changes since")
	write(t, dir, map[string]string{"a/less.go": "package a\n\nfunc Less() {}\n",
		changelog: "# Changes\n\n## Unreleased\n\n- Less.\n\n## v0.2.0\n\n- More.\n"})
	renew()
	commit(t, dir)
	check("told after a release", "Less: added")
	run(t, dir, "git", "tag", "v1")
	check("released by a tag", "api: no changes since")
	write(t, dir, map[string]string{"b/b.go": "package b\n\nfunc B() {}\n"})
	renew()
	write(t, dir, map[string]string{changelog: "## Unreleased\n\n- Package b.\n"})
	check("a new package", "Compatible changes", "shapes/b: added")
}

func TestTells(t *testing.T) {
	const before = "## Unreleased\n\n- one\n\n## v1\n\n- two\n"
	for _, tt := range []struct {
		name, after string
		want        bool
	}{
		{"nothing new", before, false},
		{"a new line", "## Unreleased\n\n- one\n- three\n", true},
		{"a line fewer", "## Unreleased\n", false},
		{"a line of another part", "## Unreleased\n\n- one\n\n## v1\n\n- two\n- three\n", false},
		{"in another case", "## UNRELEASED\n\n- three\n", true},
		{"no such heading", "- three\n", false},
	} {
		if got := tells(before, tt.after); got != tt.want {
			t.Errorf("%s: %v", tt.name, got)
		}
	}
}

func TestChangedName(t *testing.T) {
	for line, want := range map[string]string{
		"pkg evoke, func Run(context.Context, Config) (*Result, error)": "Run",
		"pkg evoke, method (Budget) String() string":                    "String",
		"pkg evoke, method (*Set[T]) Add(T)":                            "Add",
		"pkg evoke, type Budget struct":                                 "Budget",
		"pkg evoke, type Budget struct, Calls int":                      "Calls",
		"pkg probe, var Known []string":                                 "Known",
		"":                                                              "",
	} {
		if got := changedName(line); got != want {
			t.Errorf("%s: %q, want %q", line, got, want)
		}
	}
}
