package sut

import (
	"fmt"
	"path"
	"runtime"
	"runtime/debug"
	"strconv"
	"strings"
)

const (
	ownModule = "github.com/evoke-go/evoke"
	maxFrames = 128
)

// routine is a goroutine in a dump of all stacks.
type routine struct {
	id, parent uint64
	creator    string // function that started it, "" for the main goroutine
	place      string // the same with file and line
	serves     bool   // it runs handlers
}

// parseStacks parses what runtime.Stack writes for all goroutines. It leaves
// out a stack that is cut off at the end.
func parseStacks(text string) []routine {
	var out []routine
	for block := range strings.SplitSeq(text, "\n\n") {
		if r, ok := parseStack(block); ok {
			out = append(out, r)
		}
	}
	return out
}

// parseStack parses the stack of one goroutine: its header, two lines for each
// frame, and two lines for the place where it was started.
func parseStack(block string) (r routine, ok bool) {
	header, rest, _ := strings.Cut(strings.TrimLeft(block, "\n"), "\n")
	fields := strings.Fields(header)
	if len(fields) < 2 || fields[0] != "goroutine" {
		return routine{}, false
	}
	id, err := strconv.ParseUint(fields[1], 10, 64)
	r = routine{id: id, serves: strings.Contains(rest, "net/http.(*conn).serve(")}
	at := strings.LastIndex(rest, "created by ")
	if err != nil || at < 0 {
		return r, err == nil
	}
	line, file, _ := strings.Cut(rest[at+len("created by "):], "\n")
	creator, parent, _ := strings.Cut(line, " in goroutine ")
	r.creator = creator
	r.parent, _ = strconv.ParseUint(parent, 10, 64)
	r.serves = r.serves || creator == ownModule+"/sut.newWorker"
	pkg, name := splitFunction(creator)
	file, _, _ = strings.Cut(strings.TrimSpace(file), " ")
	r.place = path.Base(pkg) + "." + name + " (" + path.Base(file) + ")"
	return r, true
}

// ours reports whether a goroutine belongs to the code that makes the calls.
func (r *routine) ours() bool {
	pkg, _ := splitFunction(r.creator)
	return pkg == "" || pkg == "net" || pkg == "runtime" || pkg == "net/http" ||
		strings.HasPrefix(pkg, "net/http/") || ownFrame(pkg)
}

// descendants returns the goroutines that goroutines with handlers started, directly or indirectly. known are those of
// an earlier dump, whose parents may have ended.
func descendants(list []routine, known map[uint64]bool) map[uint64]bool {
	serves := map[uint64]bool{}
	for _, r := range list {
		serves[r.id] = r.serves
	}
	out := map[uint64]bool{}
	for grew := true; grew; {
		grew = false
		for _, r := range list {
			if !r.serves && !out[r.id] && (known[r.id] || serves[r.parent] || out[r.parent]) {
				out[r.id], grew = true, true
			}
		}
	}
	return out
}

// userPlace returns the innermost frame outside of the runtime, the standard
// library and Evoke in the dump of one goroutine, or "" if there is none.
func userPlace(block string) string {
	function := ""
	for line := range strings.Lines(block) {
		line = strings.TrimSuffix(line, "\n")
		if strings.HasPrefix(line, "created by ") {
			return ""
		}
		file, isFile := strings.CutPrefix(line, "\t")
		if !isFile {
			function = line
			continue
		}
		if at := strings.LastIndexByte(function, '('); at > 0 {
			function = function[:at] // without the arguments
		}
		pkg, name := splitFunction(function)
		file, _, _ = strings.Cut(file, " ")
		if pkg != "" && !ownFrame(pkg) && !stdFrame(file) {
			return path.Base(pkg) + "." + name + " (" + path.Base(file) + ")"
		}
	}
	return ""
}

// working reports whether a goroutine that a call started, directly or indirectly, runs code of the program. here says
// that this goroutine made the call.
func working(here bool) bool {
	var all []routine
	blocks := map[uint64]string{}
	for block := range strings.SplitSeq(stacks(), "\n\n") {
		if r, ok := parseStack(block); ok {
			r.serves = r.serves || here && len(all) == 0 // this goroutine comes first
			all = append(all, r)
			blocks[r.id] = block
		}
	}
	for id := range descendants(all, nil) {
		if runsProgram(blocks[id]) {
			return true
		}
	}
	return false
}

// stacks returns the dump of all goroutines, up to maxStacks.
func stacks() string {
	buf := make([]byte, 1<<16)
	n := runtime.Stack(buf, true)
	for n == len(buf) && n < maxStacks {
		buf = make([]byte, 4*n)
		n = runtime.Stack(buf, true)
	}
	return string(buf[:n])
}

// runsProgram reports whether the dump of a goroutine has a function of the main module.
func runsProgram(block string) bool {
	main := mainModule()
	for line := range strings.Lines(block) {
		if strings.HasPrefix(line, "created by ") {
			return false
		}
		if at := strings.LastIndexByte(line, '('); at > 0 && line[0] != '\t' {
			if pkg, _ := splitFunction(line[:at]); !ownFrame(pkg) && (pkg == "main" || within(pkg, main)) {
				return true
			}
		}
	}
	return false
}

// userFrame returns the innermost frame of the main module, or else of another module that is neither the standard
// library nor Evoke. It returns "" if there is none.
func userFrame(frames []runtime.Frame) string {
	first, main := "", mainModule()
	for _, f := range frames {
		pkg, name := splitFunction(f.Function)
		if f.Function == "" || ownFrame(pkg) || ownFile(f.File) || stdFrame(f.File) {
			continue
		}
		place := fmt.Sprintf("%s.%s (%s:%d)", path.Base(pkg), name, path.Base(f.File), f.Line)
		if pkg == "main" || within(pkg, main) {
			return place
		}
		if first == "" {
			first = place
		}
	}
	return first
}

// mainModule returns the path of the main module of this binary, "" if the binary
// does not know it.
func mainModule() string {
	if info, ok := debug.ReadBuildInfo(); ok {
		return info.Main.Path
	}
	return ""
}

// importPath returns the path of a package as probes know it. Stack frames call the package of a program "main".
func importPath(pkg string) string {
	if info, ok := debug.ReadBuildInfo(); ok && pkg == "main" && info.Path != "" {
		return info.Path
	}
	return pkg
}

// within reports whether a package belongs to a module.
func within(pkg, module string) bool {
	return module != "" && (pkg == module || strings.HasPrefix(pkg, module+"/"))
}

// splitFunction splits "example.com/shop%2ev2.(*T).F" into its package
// "example.com/shop.v2" and name "(*T).F".
func splitFunction(function string) (pkg, name string) {
	slash := strings.LastIndexByte(function, '/') + 1
	dot := strings.IndexByte(function[slash:], '.')
	if dot < 0 {
		return "", function
	}
	pkg = function[:slash+dot]
	return strings.ReplaceAll(pkg, "%2e", "."), function[slash+dot+1:]
}

// ownFrame reports whether a package is part of Evoke and not of a system under
// test. Examples and tests count as systems.
func ownFrame(pkg string) bool {
	rest, ok := strings.CutPrefix(pkg, ownModule)
	if !ok || rest != "" && rest[0] != '/' {
		return false
	}
	plays := strings.HasPrefix(rest, "/examples/") || strings.HasPrefix(rest, "/bench/") ||
		strings.Contains(rest, "/testdata/") ||
		strings.HasSuffix(rest, "_test") || strings.HasSuffix(rest, "/suttest")
	return !plays
}

// ownFile reports whether a file belongs to a package of Evoke. As in [stdFrame], the name of the function does not
// tell.
func ownFile(file string) bool {
	_, own, _, _ := runtime.Caller(0)
	rest, ok := strings.CutPrefix(path.Dir(file), path.Dir(path.Dir(own))) // below the module
	return ok && ownFrame(ownModule+rest) && !strings.HasSuffix(file, "_test.go")
}

// stdFrame reports whether a file belongs to the standard library, that is,
// whether it lies where the files of the runtime lie. The name of the function
// does not tell: a closure that was inlined is named after the function that it
// was inlined into.
func stdFrame(file string) bool {
	if root := stdRoot(); root != "" {
		return strings.HasPrefix(file, root)
	}
	// With -trimpath, import paths replace the folders.
	first, _, _ := strings.Cut(file, "/")
	return !strings.Contains(first, ".") && !ofModule(path.Dir(file))
}

// stdRoot returns the folder of the standard library's source as the binary
// knows it, or "" if the binary does not know it.
func stdRoot() string {
	pc := make([]uintptr, 1)
	runtime.Callers(0, pc)
	callers, _ := runtime.CallersFrames(pc).Next()
	return strings.TrimSuffix(callers.File, "runtime/extern.go")
}

// ofModule reports whether a package belongs to a module of this binary.
func ofModule(pkg string) bool {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return false
	}
	for _, m := range append(info.Deps, &info.Main) {
		if within(pkg, m.Path) {
			return true
		}
	}
	return false
}
