package main

import (
	"flag"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/evoke-go/evoke/examples/bookshop/shop"
	"github.com/evoke-go/evoke/internal/script"
)

var update = flag.Bool("update", false, "write what the scripts compare with")

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"evoke": main})
}

func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:           "testdata/script",
		Setup:         serve,
		UpdateScripts: *update,
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"bigschema": bigSchema,
			"pause":     pause,
		},
	})
}

// pause waits until existing files are older than two seconds.
func pause(*testscript.TestScript, bool, []string) { time.Sleep(2100 * time.Millisecond) }

// serve starts the services that the scripts call, and sets their URLs in the environment: SHOP, LOCKED (401
// everywhere), GARBAGE, CLOSES, ENDLESS, GIGABYTE, HANGS, FAILS (500 everywhere), PAGE (a web page at /html) and DEAD
// (nothing listens).
func serve(env *testscript.Env) error {
	done := make(chan struct{})
	for name, handler := range map[string]http.Handler{
		"SHOP":     shop.New(),
		"LOCKED":   status(http.StatusUnauthorized),
		"FAILS":    status(http.StatusInternalServerError),
		"GARBAGE":  raw("this is not HTTP\r\n\r\n"),
		"CLOSES":   raw(""),
		"ENDLESS":  endless(done),
		"HANGS":    hangs(done),
		"GIGABYTE": gigabyte(),
		"PAGE":     webPage(),
	} {
		server := httptest.NewServer(handler)
		env.Defer(server.Close)
		env.Setenv(name, server.URL)
	}
	env.Defer(func() { close(done) })
	dead := httptest.NewServer(http.NotFoundHandler())
	dead.Close()
	env.Setenv("DEAD", dead.URL)
	if err := goEnvironment(env); err != nil {
		return err
	}
	return os.WriteFile(env.WorkDir+"/shop.yaml", shop.Schema, 0o644)
}

// goEnvironment lets the go command in scripts use the caches of the go command that runs the test; the files of Evoke
// go elsewhere.
func goEnvironment(env *testscript.Env) error {
	if err := script.Go(env); err != nil {
		return err
	}
	return workspace(env)
}

// workspace lets the module of a script in the folder svc import Evoke.
func workspace(env *testscript.Env) error {
	own, err := filepath.Abs(filepath.Join("..", ".."))
	if err != nil {
		return err
	}
	if _, err := os.Stat(env.WorkDir + "/workspace"); err != nil {
		return nil // the script needs none
	}
	return os.WriteFile(env.WorkDir+"/go.work", []byte("go 1.26.0\n\nuse ./svc\nuse "+strconv.Quote(own)+"\n"), 0o644)
}

func status(code int) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(code) })
}

// raw answers with some bytes and closes the connection.
func raw(answer string) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		conn, _, err := http.NewResponseController(w).Hijack()
		if err != nil {
			return
		}
		fmt.Fprint(conn, answer)
		conn.Close()
	})
}

// endless sends a body without an end.
func endless(done chan struct{}) http.Handler {
	chunk := []byte(strings.Repeat("x", 1<<16))
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		for {
			if _, err := w.Write(chunk); err != nil {
				return
			}
			select {
			case <-done:
				return
			case <-r.Context().Done():
				return
			default:
			}
		}
	})
}

// gigabyte sends a body of that size.
func gigabyte() http.Handler {
	chunk := []byte(strings.Repeat("x", 1<<20))
	return http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Length", strconv.Itoa(1<<30))
		for range 1 << 10 {
			if _, err := w.Write(chunk); err != nil {
				return
			}
		}
	})
}

// webPage serves a web page in place of a schema.
func webPage() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("/html", func(w http.ResponseWriter, _ *http.Request) {
		fmt.Fprint(w, "<!doctype html><html><body>API</body></html>")
	})
	return mux
}

// hangs never answers.
func hangs(done chan struct{}) http.Handler {
	return http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		select {
		case <-done:
		case <-r.Context().Done():
		case <-time.After(time.Minute):
		}
	})
}

// bigSchema writes a schema of about 10 MB.
func bigSchema(ts *testscript.TestScript, _ bool, args []string) {
	var b strings.Builder
	b.WriteString("openapi: 3.0.3\ninfo: {title: Big, version: '1'}\npaths:\n")
	description := strings.Repeat("words and words ", 600)
	for i := range 1000 {
		fmt.Fprintf(&b, "  /r%d:\n    get:\n      description: %s\n      responses:\n        '200': "+
			"{description: ok}\n", i, description)
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(b.String()), 0o644))
}
