//go:build unix

package crash_test

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"os/signal"
	"runtime"
	"runtime/debug"
	"strings"
	"sync/atomic"
	"syscall"
	"time"
)

const cutShort = `^the connection ends without a complete HTTP answer`

// answeringKinds answer in ways that no client expects.
var answeringKinds = []kind{
	calm,
	{"endless-body", func(w http.ResponseWriter, _ *http.Request) { writeUntilError(w) },
		`^(nothing|no complete answer in time)$`},
	{"huge-header", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("X-Huge", strings.Repeat("h", 20<<20))
	}, nothing},
	{"many-cookies", func(w http.ResponseWriter, _ *http.Request) {
		for i := range 10_000 {
			http.SetCookie(w, &http.Cookie{Name: fmt.Sprint("c", i), Value: "v"})
		}
	}, nothing},
	{"early-hints", func(w http.ResponseWriter, _ *http.Request) {
		for range 10_000 {
			w.WriteHeader(http.StatusEarlyHints)
		}
	}, nothing},
	{"too-short", func(w http.ResponseWriter, _ *http.Request) { w.Header().Set("Content-Length", "100"); fine(w) },
		cutShort},
	{"status-0", func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(0) },
		`^the handler panics: invalid WriteHeader code 0$`},
	{"cut-gzip", func(w http.ResponseWriter, _ *http.Request) { writeGzip(w, 1<<10, 20) }, nothing},
	{"gzip-bomb", func(w http.ResponseWriter, _ *http.Request) { writeGzip(w, 4<<20, 0) }, nothing},
	{"no-utf8", func(w http.ResponseWriter, _ *http.Request) { writeJSON(w, "{\"a\": \"\xff\xfe\"}") }, nothing},
	{"deep-json", func(w http.ResponseWriter, _ *http.Request) {
		writeJSON(w, strings.Repeat("[", 1e6)+strings.Repeat("]", 1e6))
	}, nothing},
	{"redirects-to-itself", redirects("/redirects-to-itself"), nothing},
	{"redirects-away", redirects("http://169.254.169.254/latest"), nothing},
	{"redirects-to-a-file", redirects("file:///etc/passwd"), nothing},
	{"busy-for-ever", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Retry-After", "999999999")
		w.WriteHeader(http.StatusTooManyRequests)
	}, nothing},
	{"unavailable", func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusServiceUnavailable) },
		`^the answer is 503$`},
	{"trailers", func(w http.ResponseWriter, _ *http.Request) {
		fine(w)
		w.Header().Set(http.TrailerPrefix+"X-T", "v")
	}, nothing},
	{"differs-each-time", func(w http.ResponseWriter, _ *http.Request) { _, _ = fmt.Fprint(w, answered.Add(1)) },
		nothing},
	{"runs-backwards", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Date", time.Now().Add(-time.Duration(answered.Add(1))*time.Hour).Format(http.TimeFormat))
		fine(w)
	}, nothing},
	{"takes-over-in-silence", takesOver(""), cutShort},
	{"takes-over-with-garbage", takesOver("\x00\x01\x02\r\n\r\n"), cutShort},
	{"takes-over-and-answers", takesOver("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"), nothing},
	{"websocket", takesOver(
		"HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n\x81\x05hello",
	), nothing},
}

// changingKinds change the process that they are in.
var changingKinds = []kind{
	calm,
	{"much-output", func(w http.ResponseWriter, _ *http.Request) { writeMuch(); fine(w) }, nothing},
	{"reads-input", func(w http.ResponseWriter, _ *http.Request) { _, _ = io.Copy(io.Discard, os.Stdin); fine(w) },
		nothing},
	{"goes-elsewhere", func(w http.ResponseWriter, _ *http.Request) { _ = os.Chdir("/"); fine(w) }, nothing},
	{"other-environment", func(w http.ResponseWriter, _ *http.Request) {
		for _, name := range []string{"HOME", "TMPDIR", "PATH", "EVOKE_JOB", "GODEBUG"} {
			_ = os.Setenv(name, "/nowhere")
		}
		fine(w)
	}, nothing},
	{"ignores-signals", func(w http.ResponseWriter, _ *http.Request) { signal.Ignore(); fine(w) }, nothing},
	{"leaves-goroutines", func(w http.ResponseWriter, _ *http.Request) { go func() { select {} }(); fine(w) },
		`^(nothing|.*goroutine.*)$`},
	{"locks-threads", func(w http.ResponseWriter, _ *http.Request) { runtime.LockOSThread(); fine(w) }, nothing},
	{"no-collector", func(w http.ResponseWriter, _ *http.Request) {
		debug.SetGCPercent(-1)
		debug.SetMemoryLimit(1 << 40)
		debug.SetMaxThreads(20_000)
		fine(w)
	}, nothing},
	{"one-processor", func(w http.ResponseWriter, _ *http.Request) { runtime.GOMAXPROCS(1); fine(w) }, nothing},
	{"leaves-a-process", func(w http.ResponseWriter, _ *http.Request) { leaveProcess(); fine(w) }, nothing},
	{"takes-ports", func(w http.ResponseWriter, _ *http.Request) { takePorts(); fine(w) }, `^(nothing|.*goroutine.*)$`},
	{"takes-all-files", func(w http.ResponseWriter, _ *http.Request) { takeFiles(); fine(w) }, nothing},
}

// answered counts answers that differ each time.
var answered atomic.Int64

func fine(w io.Writer) { _, _ = io.WriteString(w, "fine") }

func writeUntilError(w io.Writer) {
	for _, err := w.Write(make([]byte, 1<<20)); err == nil; {
		_, err = w.Write(make([]byte, 1<<20))
	}
}

func writeJSON(w http.ResponseWriter, text string) {
	w.Header().Set("Content-Type", "application/json")
	_, _ = io.WriteString(w, text)
}

// writeGzip writes so many zeros, and leaves so many bytes off the end.
func writeGzip(w http.ResponseWriter, zeros, less int) {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	for range zeros >> 10 {
		_, _ = z.Write(make([]byte, 1<<10))
	}
	_ = z.Close()
	w.Header().Set("Content-Encoding", "gzip")
	_, _ = w.Write(b.Bytes()[:b.Len()-less])
}

func redirects(to string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Location", to)
		w.WriteHeader(http.StatusFound)
	}
}

func takesOver(text string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		conn, _, err := w.(http.Hijacker).Hijack()
		if err != nil {
			panic(err)
		}
		_, _ = io.WriteString(conn, text)
		_ = conn.Close()
	}
}

func writeMuch() {
	line := bytes.Repeat([]byte("much \x1b[2J"), 10_000)
	for range 200 {
		_, _ = os.Stdout.Write(line)
		_, _ = os.Stderr.Write(line)
	}
}

// leaveProcess leaves a process behind that holds the output open for a while.
func leaveProcess() {
	cmd := exec.Command("/bin/sleep", "2")
	cmd.Stdout, cmd.Stderr = os.Stdout, os.Stderr
	_ = cmd.Start()
}

func takePorts() {
	for range 50 {
		if l, err := net.Listen("tcp", "127.0.0.1:0"); err == nil {
			defer func() { go func() { _, _ = l.Accept() }() }()
		}
	}
}

// takeFiles opens files until there are no more.
func takeFiles() {
	_ = syscall.Setrlimit(syscall.RLIMIT_NOFILE, &syscall.Rlimit{Cur: 256, Max: 256})
	for {
		if _, err := syscall.Open("/dev/null", syscall.O_RDONLY, 0); err != nil {
			return
		}
	}
}
