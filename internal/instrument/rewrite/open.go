package rewrite

import (
	"go/ast"
	"go/types"
)

// What a program opens, it has to close. A call of package opened around each call that
// opens something tells which place opened what is still open later on. A call that go or defer is
// given stays as it is, and so does a value of one of the functions.

// Functions of package opened.
const (
	openFile   = "File"
	openRows   = "Rows"
	openConn   = "Conn"
	openAnswer = "Answer"
)

// The names of packages that open.
const (
	sqlx = "github.com/jmoiron/sqlx."
	gorm = "gorm.io/gorm."
)

// openers are the functions that open something, by their full names, for a package without its
// version. Each returns a pointer and an error.
var openers = map[string]string{
	"os.Open": openFile, "os.OpenFile": openFile, "os.Create": openFile, "os.CreateTemp": openFile, "os.OpenInRoot": openFile,
	"(*os.Root).Open": openFile, "(*os.Root).Create": openFile, "(*os.Root).OpenFile": openFile,

	"(*database/sql.DB).Query": openRows, "(*database/sql.DB).QueryContext": openRows,
	"(*database/sql.Tx).Query": openRows, "(*database/sql.Tx).QueryContext": openRows,
	"(*database/sql.Stmt).Query": openRows, "(*database/sql.Stmt).QueryContext": openRows,
	"(*database/sql.Conn).QueryContext": openRows,
	"(*database/sql.DB).Conn":           openConn,

	"(*" + sqlx + "DB).Queryx": openRows, "(*" + sqlx + "DB).QueryxContext": openRows, "(*" + sqlx + "DB).NamedQuery": openRows,
	"(*" + sqlx + "Tx).Queryx": openRows, "(*" + sqlx + "Tx).QueryxContext": openRows, "(*" + sqlx + "Tx).NamedQuery": openRows,
	"(*" + gorm + "DB).Rows": openRows,

	"net/http.Get": openAnswer, "net/http.Head": openAnswer, "net/http.Post": openAnswer, "net/http.PostForm": openAnswer,
	"(*net/http.Client).Do": openAnswer, "(*net/http.Client).Get": openAnswer, "(*net/http.Client).Head": openAnswer,
	"(*net/http.Client).Post": openAnswer, "(*net/http.Client).PostForm": openAnswer,
}

// opens returns the function of package opened that notes what a call opens, "" for most.
func opens(w *facts, e *ast.CallExpr) string {
	f, ok := w.callee(e).(*types.Func)
	if !ok || w.library || !w.generics || f.Pkg() == nil || f.Pkg() == w.Types {
		return ""
	}
	with := openers[unversioned(f.Origin())]
	if with == "" {
		return ""
	}
	results := f.Signature().Results()
	if results.Len() != 2 || !isError(results.At(1).Type()) {
		return "" // another version
	}
	if _, pointer := types.Unalias(results.At(0).Type()).(*types.Pointer); !pointer {
		return ""
	}
	return with
}
