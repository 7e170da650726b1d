// Package opened notes what code with probes opens and has to close: files, the rows and connections of
// database/sql, bodies of answers. Rewritten code calls it around the functions that open:
//
//	f, err := opened.File(os.Open(name))
//	rows, err := opened.Rows(db.Query(statement))
//
// What is still open after a call of the system, and garbage by then, nobody can close any more. That, and
// nothing else, is left open: what the program keeps, or closes a little later, is not. Nothing is noted before
// [Watch], and all results stay what they are, but for the bodies of answers, which are wrapped while somebody watches.
//
// The choice was between this, a count that grows from call to call, as that of a cache does as well, and
// finalizers: a value has at most one, which may be the program's own.
package opened

import (
	"context"
	"errors"
	"io"
	"os"
	"reflect"
	"runtime"
	"sync/atomic"
	"weak"
)

// File notes a file: os.Open(name) becomes File(os.Open(name)). It returns its arguments.
func File(f *os.File, err error) (*os.File, error) {
	if noted.on.Load() && err == nil && f != nil {
		note("a file", f, fileIsOpen)
	}
	return f, err
}

func fileIsOpen(f *os.File) bool {
	c, err := f.SyscallConn()
	return err == nil && c.Control(func(uintptr) {}) == nil
}

// Rows notes rows: db.Query(statement) becomes Rows(db.Query(statement)). It returns its arguments.
func Rows[T any](rows *T, err error) (*T, error) {
	if noted.on.Load() && err == nil && rows != nil {
		note("rows", rows, rowsAreOpen)
	}
	return rows, err
}

// rowsAreOpen asks for their columns, which rows do not tell when they are closed.
func rowsAreOpen[T any](rows *T) bool {
	r, ok := any(rows).(interface{ Columns() ([]string, error) })
	if !ok {
		return false
	}
	_, err := r.Columns()
	return err == nil
}

// Conn notes a connection: db.Conn(ctx) becomes Conn(db.Conn(ctx)). It returns its arguments.
func Conn[T any](c *T, err error) (*T, error) {
	if noted.on.Load() && err == nil && c != nil {
		note("a connection", c, connIsOpen)
	}
	return c, err
}

// errNothing ends what is done with a connection without an effect.
var errNothing = errors.New("nothing to do")

// connIsOpen asks for the connection of the driver, which one that is closed does not give.
func connIsOpen[T any](c *T) bool {
	r, ok := any(c).(interface{ Raw(func(any) error) error })
	return ok && errors.Is(r.Raw(func(any) error { return errNothing }), errNothing)
}

// Answer notes the body of an answer: client.Do(request) becomes Answer(client.Do(request)). It returns its arguments.
// A body that can do more than be read and closed, such as that of a connection which was handed over, is not noted.
func Answer[T any](answer *T, err error) (*T, error) {
	if !noted.on.Load() || err != nil || answer == nil {
		return answer, err
	}
	v := reflect.ValueOf(answer).Elem()
	if v.Kind() != reflect.Struct {
		return answer, nil
	}
	field := v.FieldByName("Body")
	if !field.IsValid() || !field.CanSet() || field.Type() != reflect.TypeFor[io.ReadCloser]() || field.IsNil() {
		return answer, nil
	}
	inner := field.Interface().(io.ReadCloser)
	switch inner.(type) {
	case io.Writer, io.WriterTo, io.Seeker, *body:
		return answer, nil
	}
	b := &body{ReadCloser: inner, ctx: contextOf(v)}
	field.Set(reflect.ValueOf(b))
	note("the body of an answer", b, (*body).isOpen)
	return answer, nil
}

// contextOf returns the context of the request of an answer: when it ends, nothing of the answer stays.
func contextOf(answer reflect.Value) context.Context {
	if field := answer.FieldByName("Request"); field.IsValid() && field.CanInterface() &&
		field.Kind() == reflect.Pointer && !field.IsNil() {
		if r, ok := field.Interface().(interface{ Context() context.Context }); ok {
			return r.Context()
		}
	}
	return context.Background()
}

// body is the body of an answer. One that was read to its end holds nothing.
type body struct {
	io.ReadCloser
	ctx  context.Context
	done atomic.Bool
}

func (b *body) Read(p []byte) (int, error) {
	n, err := b.ReadCloser.Read(p)
	if err != nil {
		b.done.Store(true)
	}
	return n, err
}

func (b *body) Close() error {
	b.done.Store(true)
	return b.ReadCloser.Close()
}

func (b *body) isOpen() bool { return !b.done.Load() && b.ctx.Err() == nil }

// resource is something that was opened.
type resource struct {
	what  string
	stack []uintptr
	open  func() bool // it was not closed; it is not garbage before release
	// release lets go of the resource. What it returns reports whether nobody else held it, once garbage
	// was collected.
	release func() (gone func() bool)
}

// maxFrames bounds the stack that is kept.
const maxFrames = 128

// note notes a resource on behalf of the caller of its caller.
func note[T any](what string, v *T, isOpen func(*T) bool) {
	var pcs [maxFrames]uintptr
	r := resource{what: what, stack: append([]uintptr(nil), pcs[:runtime.Callers(3, pcs[:])]...)}
	held, watched := v, weak.Make(v)
	r.open = func() bool { return isOpen(held) }
	r.release = func() func() bool {
		held = nil
		return func() bool { return watched.Value() == nil }
	}
	noted.add(&r)
}
