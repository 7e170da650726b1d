package task

import (
	"fmt"
	"hash/fnv"
	"io"
	"reflect"
	"runtime"
)

// Digest tells tasks apart by all that is the same in every process that runs
// the same program, which leaves out the folder to write to: functions count by their names, and what is behind an
// interface by its type.
func (t *Task) Digest() uint64 {
	h := fnv.New64a()
	own := *t
	own.From = Caller{} // who asks is told apart by the call itself
	own.Dir = ""        // a folder for temporary files is another in each process
	digest(h, reflect.ValueOf(own), 0)
	return h.Sum64()
}

// maxDigestDepth bounds how deep a task is looked into.
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
		fmt.Fprint(w, v.Type(), v.Len()) // its order is another each time
	case reflect.Chan, reflect.UnsafePointer, reflect.Uintptr:
	default:
		fmt.Fprintf(w, "%v", v)
	}
	fmt.Fprint(w, ";")
}
