package standard

import (
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
)

// tracing is added to package pgx of github.com/jackc/pgx/v5, whose programs need no database/sql. Package probe/tables
// gives evokeWatch its value, where the program has that package: the linker does so, before any package is
// initialised. A tracer of the program gets its calls as before.
const tracing = `
//go:linkname evokeWatch
var evokeWatch func(
	read func(ctx context.Context, text string) (columns, types []string, rows [][]any, err error), closed func() bool,
) (
	before func(ctx context.Context, text string, args []any, free bool),
	after func(text string, rows int64, err error),
)

type evokeTracer struct {
	inner   QueryTracer
	batches BatchTracer
	copies  CopyFromTracer
	before  func(ctx context.Context, text string, args []any, free bool)
	after   func(text string, rows int64, err error)
	muted   bool
	reads   bool
	whole   bool
}

type evokeText struct{}

func evokeTraced(c *Conn) *Conn {
	if evokeWatch == nil {
		return c
	}
	t := &evokeTracer{inner: c.queryTracer, batches: c.batchTracer, copies: c.copyFromTracer}
	t.before, t.after = evokeWatch(func(ctx context.Context, text string) ([]string, []string, [][]any, error) {
		t.reads = true
		defer func() { t.reads = false }()
		return evokeRead(ctx, c, text)
	}, c.IsClosed)
	c.queryTracer, c.batchTracer, c.copyFromTracer = t, t, t
	return c
}

func evokeRead(ctx context.Context, c *Conn, text string) (columns, types []string, rows [][]any, err error) {
	found, err := c.Query(ctx, text, QueryExecModeSimpleProtocol)
	if err != nil {
		return nil, nil, nil, err
	}
	defer found.Close()
	for _, f := range found.FieldDescriptions() {
		name := ""
		if t, ok := c.TypeMap().TypeForOID(f.DataTypeOID); ok {
			name = t.Name
		}
		columns, types = append(columns, f.Name), append(types, name)
	}
	for found.Next() {
		row, err := found.Values()
		if err != nil {
			return nil, nil, nil, err
		}
		rows = append(rows, row)
	}
	return columns, types, rows, found.Err()
}

func evokePrepared(c *Conn, text string) string {
	if sd := c.preparedStatements[text]; sd != nil {
		return sd.SQL
	}
	return text
}

func (t *evokeTracer) TraceQueryStart(ctx context.Context, c *Conn, data TraceQueryStartData) context.Context {
	if t.reads {
		return ctx
	}
	if !t.muted {
		text := evokePrepared(c, data.SQL)
		t.before(ctx, text, data.Args, !c.pgConn.IsBusy())
		ctx = context.WithValue(ctx, evokeText{}, text)
	}
	if t.inner != nil {
		ctx = t.inner.TraceQueryStart(ctx, c, data)
	}
	return ctx
}

func (t *evokeTracer) TraceQueryEnd(ctx context.Context, c *Conn, data TraceQueryEndData) {
	if t.reads {
		return
	}
	if t.inner != nil {
		t.inner.TraceQueryEnd(ctx, c, data)
	}
	if text, ok := ctx.Value(evokeText{}).(string); ok {
		t.after(text, data.CommandTag.RowsAffected(), data.Err)
	}
}

func (t *evokeTracer) TraceBatchStart(ctx context.Context, c *Conn, data TraceBatchStartData) context.Context {
	if t.whole = !t.muted && c.pgConn.TxStatus() == 'I'; t.whole {
		t.after("BEGIN", 0, nil)
	}
	if t.batches != nil {
		ctx = t.batches.TraceBatchStart(ctx, c, data)
	}
	return ctx
}

func (t *evokeTracer) TraceBatchQuery(ctx context.Context, c *Conn, data TraceBatchQueryData) {
	if !t.muted {
		text := evokePrepared(c, data.SQL)
		t.before(ctx, text, data.Args, false)
		t.after(text, data.CommandTag.RowsAffected(), data.Err)
	}
	if t.batches != nil {
		t.batches.TraceBatchQuery(ctx, c, data)
	}
}

func (t *evokeTracer) TraceBatchEnd(ctx context.Context, c *Conn, data TraceBatchEndData) {
	if t.batches != nil {
		t.batches.TraceBatchEnd(ctx, c, data)
	}
	if t.whole && c.pgConn.TxStatus() == 'I' {
		end := "COMMIT"
		if data.Err != nil {
			end = "ROLLBACK"
		}
		t.after(end, 0, nil)
	}
}

func (t *evokeTracer) TraceCopyFromStart(ctx context.Context, c *Conn, data TraceCopyFromStartData) context.Context {
	if !t.muted {
		text := "INSERT INTO " + data.TableName.Sanitize() + " ("
		for i, name := range data.ColumnNames {
			if i > 0 {
				text += ", "
			}
			text += Identifier{name}.Sanitize()
		}
		text += ")"
		t.before(ctx, text, nil, false)
		ctx = context.WithValue(ctx, evokeText{}, text)
	}
	if t.copies != nil {
		ctx = t.copies.TraceCopyFromStart(ctx, c, data)
	}
	return ctx
}

func (t *evokeTracer) TraceCopyFromEnd(ctx context.Context, c *Conn, data TraceCopyFromEndData) {
	if t.copies != nil {
		t.copies.TraceCopyFromEnd(ctx, c, data)
	}
	if text, ok := ctx.Value(evokeText{}).(string); ok {
		t.after(text, data.CommandTag.RowsAffected(), data.Err)
	}
}
`

// traced are the fields of a connection of pgx that tracing uses.
var traced = []string{"queryTracer", "batchTracer", "copyFromTracer", "preparedStatements"}

// Pgx returns the source of conn.go, of package pgx, in which each connection has the tracer in tracing. Lines keep
// their numbers. It returns nil if it does not find the end of the function that connects, or the fields of a
// connection.
func Pgx(content []byte) []byte {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "", content, parser.SkipObjectResolution)
	if err != nil {
		return nil
	}
	var made ast.Expr
	var fields []string
	for _, d := range file.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			if d.Recv == nil && d.Name.Name == "connect" && d.Body != nil {
				made = connected(d.Body)
			}
		case *ast.GenDecl:
			fields = append(fields, fieldsOf(d, "Conn")...)
		}
	}
	if made == nil || slices.ContainsFunc(traced, func(f string) bool { return !slices.Contains(fields, f) }) {
		return nil
	}
	added := map[int]string{fset.Position(made.Pos()).Offset: "evokeTraced(", fset.Position(made.End()).Offset: ")"}
	if !importsUnsafe(file) {
		added[fset.Position(file.Name.End()).Offset] = `; import _ "unsafe"`
	}
	return append(with(content, added), tracing...)
}

// connected returns the connection c that a function returns at its end, nil for none.
func connected(body *ast.BlockStmt) ast.Expr {
	if len(body.List) == 0 {
		return nil
	}
	last, ok := body.List[len(body.List)-1].(*ast.ReturnStmt)
	if !ok || len(last.Results) != 2 {
		return nil
	}
	if c, ok := last.Results[0].(*ast.Ident); ok && c.Name == "c" {
		return c
	}
	return nil
}

// fieldsOf returns the names of the fields of a struct.
func fieldsOf(d *ast.GenDecl, name string) (out []string) {
	for _, spec := range d.Specs {
		t, ok := spec.(*ast.TypeSpec)
		if !ok || t.Name.Name != name {
			continue
		}
		if s, ok := t.Type.(*ast.StructType); ok {
			for _, f := range s.Fields.List {
				for _, id := range f.Names {
					out = append(out, id.Name)
				}
			}
		}
	}
	return out
}
