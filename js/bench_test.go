package js_test

import (
	"os"
	"os/exec"
	"testing"
	"time"

	"github.com/evoke-go/evoke/js"
)

// BenchmarkInstrument instruments a file of 20 kB, without and with records of its functions.
func BenchmarkInstrument(b *testing.B) {
	text, err := os.ReadFile("testdata/tricky/values.js")
	if err != nil {
		b.Fatal(err)
	}
	for name, record := range map[string]bool{"probes": false, "records": true} {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				js.Instrument(js.Source{Path: "values.js", Text: string(text), Record: record})
			}
		})
	}
}

// busy is a program that does nothing but call functions of each kind, two million times.
const busy = `class Point { constructor(x) { this.x = x; } moved(by) { return new Point(this.x + by); } }
let n = 0;
const each = (list, f) => { for (const x of list) f(x); };
function fib(k) { return k < 2 ? k : fib(k - 1) + fib(k - 2); }
function sum(...all) { let s = 0; for (let i = 0; i < arguments.length; i++) s += all[i]; return s; }
for (let i = 0; i < 150000; i++) { n += new Point(i).moved(1).x + sum(i, 1, 2); each([1, 2, 3], (x) => { n += x; }); }
fib(26);`

// BenchmarkRecordsOff measures the cost of calls in a process of Node, in user and system time: without probes, with
// probes, and with records switched off or on.
func BenchmarkRecordsOff(b *testing.B) {
	path, err := exec.LookPath("node")
	if err != nil {
		b.Skip("node is not installed")
	}
	run, err := js.Runtime()
	if err != nil {
		b.Fatal(err)
	}
	recording := js.Instrument(js.Source{Path: "f.js", Text: busy, Record: true}).Text
	for _, mode := range []struct{ name, text string }{
		{"plain", busy},
		{"probes", js.Instrument(js.Source{Path: "f.js", Text: busy}).Text},
		{"off", recording},
		{"on", `globalThis["__evoke__"].record(true);` + recording},
	} {
		b.Run(mode.name, func(b *testing.B) {
			file := b.TempDir() + "/f.js"
			if err := os.WriteFile(file, []byte(run+mode.text), 0o600); err != nil {
				b.Fatal(err)
			}
			var used time.Duration
			for b.Loop() {
				cmd := exec.Command(path, file)
				if err := cmd.Run(); err != nil {
					b.Fatal(err)
				}
				used += cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
			}
			b.ReportMetric(float64(used.Milliseconds())/float64(b.N), "cpu-ms/op")
		})
	}
}
