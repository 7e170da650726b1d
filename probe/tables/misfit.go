package tables

import (
	"reflect"
	"slices"
	"time"
	_ "unsafe" // for go:linkname

	"github.com/evoke-go/evoke/probe/aside"
)

// Misfit is a value of a column that the program could not read into a variable.
type Misfit struct {
	// Column is the name of the column in the answer of the statement.
	Column string
	// Kind is the kind of the variable: "bool", "int8", "uint", "float64", "string", "time", or another name of Go.
	Kind string
}

// misfits are those since the last call of Misfits.
var misfits unreadable

// unreadable has the misfits.
type unreadable struct {
	mu  aside.Mutex
	all []Misfit
}

// mostMisfits bounds the misfits that are kept.
const mostMisfits = 16

// Misfits returns the misfits since its last call, each once, in the order of time. Only programs that Evoke builds
// have them noted.
func Misfits() []Misfit {
	misfits.mu.Lock()
	defer misfits.mu.Unlock()
	out := misfits.all
	misfits.all = nil
	return out
}

// onUnread is the value of a variable of package database/sql, as onOpen is: it gets each variable that a value of a
// column does not fit.
//
//go:linkname onUnread database/sql.evokeUnread
var onUnread = func(column string, variable any) {
	m := Misfit{column, variableKind(reflect.TypeOf(variable))}
	misfits.mu.Lock()
	defer misfits.mu.Unlock()
	if len(misfits.all) < mostMisfits && !slices.Contains(misfits.all, m) {
		misfits.all = append(misfits.all, m)
	}
}

// variableKind returns the kind of what a pointer leads to. A struct of database/sql for a value or NULL has the value
// first.
func variableKind(t reflect.Type) string {
	for t != nil && t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	switch {
	case t == nil:
		return ""
	case t == reflect.TypeFor[time.Time]():
		return "time"
	case t.Kind() == reflect.Struct && t.NumField() == 2 && t.Field(1).Name == "Valid":
		return variableKind(t.Field(0).Type)
	}
	return t.Kind().String()
}
