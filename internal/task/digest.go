package task

import (
	"fmt"
	"hash/fnv"
	"io"
	"reflect"
	"runtime"
	"time"

	"github.com/evoke-go/evoke/internal/scratch"
)

// Digest distinguishes tasks by everything that is the same in each process of
// the same program. It ignores the output folder, and takes texts as
// [scratch.Steady] does. It hashes functions by their names and interface values by
// their types.
func (t *Task) Digest() uint64 {
	h := fnv.New64a()
	own := *t
	own.From = Caller{}                           // the ID of the call identifies the caller
	own.Dir, own.Archive, own.Corpus = "", "", "" // the folder for temporary files differs between processes
	own.Rows = ""
	own.Reports = nil // they are written by the process that was asked for the task
	own.Clock, own.secrets = time.Time{}, nil
	digest(h, reflect.ValueOf(own), 0)
	return h.Sum64()
}

// maxDigestDepth bounds how deep Digest follows values.
const maxDigestDepth = 12

func digest(w io.Writer, v reflect.Value, depth int) {
	if depth > maxDigestDepth {
		return
	}
	switch v.Kind() {
	case reflect.Func:
		if !v.IsNil() {
			fmt.Fprint(w, runtime.FuncForPC(v.Pointer()).Name())
		}
	case reflect.Interface:
		if !v.IsNil() {
			fmt.Fprint(w, v.Elem().Type())
		}
	case reflect.Pointer:
		if !v.IsNil() {
			digest(w, v.Elem(), depth+1)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			digest(w, v.Field(i), depth+1)
		}
	case reflect.Slice, reflect.Array:
		for i := range v.Len() {
			digest(w, v.Index(i), depth+1)
		}
	case reflect.Map:
		fmt.Fprint(w, v.Type(), v.Len()) // a map, whose order differs each time
	case reflect.Chan, reflect.UnsafePointer, reflect.Uintptr:
	case reflect.String:
		fmt.Fprint(w, scratch.Steady(v.String()))
	default:
		fmt.Fprintf(w, "%v", v)
	}
	fmt.Fprint(w, ";")
}
