// Package opened finds resources that code with probes opens and does not close: files, the rows, connections and
// transactions of database/sql, bodies of HTTP answers. Rewritten code calls it around the functions that open:
//
//	f, err := opened.File(os.Open(name))
//	rows, err := opened.Rows(db.Query(statement))
//
// A resource is left open if it is open after a call of the system and is garbage by then, so that nobody can close it
// any more. A resource that the program keeps, or closes a little later, is not left open. Nothing is noted before
// [Watch]. All results stay as they are, except for bodies of answers, which are wrapped while notes are on.
//
// There were two alternatives. The number of open resources grows from call to call, but that of a healthy cache does
// so too. A value can have only one finalizer, which may be the program's own.
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

// rowsAreOpen asks for the names of the columns, which closed rows do not return.
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

// errNothing is returned to end an action on a connection without an effect.
var errNothing = errors.New("nothing to do")

// connIsOpen asks for the connection of the driver, which a closed connection does not give.
func connIsOpen[T any](c *T) bool {
	r, ok := any(c).(interface{ Raw(func(any) error) error })
	return ok && errors.Is(r.Raw(func(any) error { return errNothing }), errNothing)
}

// Answer notes the body of an answer: client.Do(request) becomes Answer(client.Do(request)). It returns its arguments.
// A body with more methods than Read and Close, such as that of a hijacked connection, is not noted.
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

// contextOf returns the context of the request of an answer. When the context ends, the resources of the answer are
// freed.
func contextOf(answer reflect.Value) context.Context {
	if field := answer.FieldByName("Request"); field.IsValid() && field.CanInterface() &&
		field.Kind() == reflect.Pointer && !field.IsNil() {
		if r, ok := field.Interface().(interface{ Context() context.Context }); ok {
			return r.Context()
		}
	}
	return context.Background()
}

// body is the body of an answer. Once read to its end it holds no resources.
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

// Transaction notes a transaction of a database that began at a stack. A transaction is never garbage: database/sql
// waits for the end of its context. So left reports, some time after the call, whether it is open and nobody ends it
// any more. Package tables calls this.
func Transaction(stack []uintptr, open, left func() bool) {
	if noted.on.Load() {
		noted.add(&resource{OpenTransaction, stack, open, func() func() bool { return left }})
	}
}

// OpenTransaction is the text of incidents about transactions.
const OpenTransaction = "a transaction"

// resource is something that was opened and is to be closed.
type resource struct {
	what  string
	stack []uintptr
	open  func() bool // reports whether it is open; only before release
	// release drops the reference to the resource. The returned function reports, after a garbage collection, whether
	// nobody else has a reference.
	release func() (gone func() bool)
}

func (r *resource) isTransaction() bool { return r.what == OpenTransaction }

// maxFrames bounds the stack that is kept.
const maxFrames = 128

// note notes a resource that the caller of its caller opened.
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
