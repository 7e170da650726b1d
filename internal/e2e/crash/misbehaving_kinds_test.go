//go:build unix

package crash_test

import (
	"crypto/rand"
	"io"
	"log"
	"net/http"
	"os"
	"runtime"
	"sync"
	"syscall"
	"time"
)

// calm does nothing wrong. It shows that the others do not harm it.
var calm = kind{"calm", func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "fine") }, nothing}

// deadlyKinds end the process, or look as if they did.
var deadlyKinds = []kind{
	calm,
	{"exit-0", func(http.ResponseWriter, *http.Request) { os.Exit(0) }, `^the program ends itself \(os\.Exit\(0\)\)`},
	{"exit-1", func(http.ResponseWriter, *http.Request) { os.Exit(1) }, `^the program ends itself \(os\.Exit\(1\)\)`},
	{"exit-3", func(http.ResponseWriter, *http.Request) { os.Exit(3) }, `^the program ends itself \(os\.Exit\(3\)\)`},
	{"exit-in-goroutine", func(http.ResponseWriter, *http.Request) { go os.Exit(0); time.Sleep(5 * time.Second) },
		`^the program ends itself \(os\.Exit\(0\)\)`},
	{"log-fatal", func(http.ResponseWriter, *http.Request) { log.Fatal("cannot go on") },
		`^the program ends itself \(os\.Exit\(1\)\): cannot go on$`},
	{"panic", func(http.ResponseWriter, *http.Request) { panic("oh") }, `^the handler panics: oh$`},
	{"panic-in-goroutine", func(http.ResponseWriter, *http.Request) { go panic("oh"); time.Sleep(5 * time.Second) },
		`^a goroutine panics, which ends the process: oh`},
	{"panic-after-answer", func(w http.ResponseWriter, _ *http.Request) {
		_, _ = io.WriteString(w, "fine")
		panic("oh")
	}, `^the handler panics: oh$`},
	{"abort-answer", func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) },
		`^the connection ends without a complete HTTP answer`},
	{"no-handler", func(w http.ResponseWriter, r *http.Request) { http.HandlerFunc(nil)(w, r) },
		`^the handler panics: .*nil pointer`},
	{"end-goroutine", func(http.ResponseWriter, *http.Request) { runtime.Goexit() },
		`^the connection ends without a complete HTTP answer`},
	{"map-writes", func(http.ResponseWriter, *http.Request) { writeOneMap() },
		`^the process dies of a fatal error: concurrent map writes`},
	{"unlock", func(http.ResponseWriter, *http.Request) { new(sync.Mutex).Unlock() },
		`^the process dies of a fatal error: sync: unlock of unlocked mutex`},
	{"stack", func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, string(rune(deeper(0)))) },
		`^the process dies of a fatal error: stack overflow`},
	{"memory", func(http.ResponseWriter, *http.Request) { takeMemory() }, `^the process takes more memory than it may`},
	{"kill", signals(syscall.SIGKILL), `^the process dies \(signal\): ended by SIGKILL`},
	{"abort", signals(syscall.SIGABRT), `^the process dies \(signal\): abort`},
	{"terminate", signals(syscall.SIGTERM), `^the process dies \(signal\): ended by SIGTERM`},
	{"interrupt", signals(syscall.SIGINT), `^the process dies \(signal\): ended by SIGINT`},
	{"quit", signals(syscall.SIGQUIT), `^the process dies \(signal\): ended by SIGQUIT`},
	{"kill-group", func(http.ResponseWriter, *http.Request) { killGroup() },
		`^the process dies \(signal\): ended by SIGKILL`},
	{"close-files", func(http.ResponseWriter, *http.Request) { closeFiles(3, 200) },
		`^the process loses its files: files that the program had not opened were closed$`},
}

// stoppingKinds stop themselves, or close what every program has from its start.
// Whatever the process opens then comes into the place of that.
var stoppingKinds = []kind{
	{"close-standard", func(w http.ResponseWriter, _ *http.Request) { closeFiles(0, 3); fine(w) }, nothing},
	{"stop", signals(syscall.SIGSTOP),
		`^the process stops itself: it was stopped by a signal, and nothing made it go on$`},
	calm,
}

// stillKinds stand still.
var stillKinds = []kind{
	{"sleep", func(http.ResponseWriter, *http.Request) { select {} }, `^no complete answer in time$`},
	{"deadlock", func(http.ResponseWriter, *http.Request) { var mu sync.Mutex; mu.Lock(); mu.Lock() },
		`^no complete answer in time$`},
	{"loop", func(http.ResponseWriter, *http.Request) { spinForEver() }, `^no complete answer in time$`},
	{"copy", func(http.ResponseWriter, *http.Request) { _, _ = io.Copy(io.Discard, rand.Reader) },
		`^no complete answer in time$`},
	calm,
}

func signals(s syscall.Signal) http.HandlerFunc {
	return func(http.ResponseWriter, *http.Request) {
		_ = syscall.Kill(os.Getpid(), s)
		time.Sleep(5 * time.Second) // a signal takes a moment
	}
}

// killGroup ends the own process group, which is of this process alone.
func killGroup() {
	if syscall.Getpgrp() == os.Getpid() {
		_ = syscall.Kill(0, syscall.SIGKILL)
		time.Sleep(time.Second)
	}
}

func spinForEver() {
	for n := 0; ; n++ {
		_ = n
	}
}

func closeFiles(from, to int) {
	for fd := from; fd < to; fd++ {
		_ = syscall.Close(fd)
	}
}

func writeOneMap() {
	m := map[int]int{}
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			for i := range 1 << 20 {
				m[i%10] = i
			}
		})
	}
	wg.Wait()
}

func deeper(n int) int {
	if n < 0 {
		return 0
	}
	return deeper(n+1) + n
}

func takeMemory() {
	var kept [][]byte
	for {
		b := make([]byte, 8<<20)
		for i := 0; i < len(b); i += 4096 {
			b[i] = 1
		}
		//lint:ignore SA4010 it is there to be kept
		kept = append(kept, b)
	}
}
