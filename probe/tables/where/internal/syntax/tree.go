// Package syntax parses the conditions of a statement of SQL into a tree. It accepts what the dialects of SQLite,
// PostgreSQL and MySQL have. A part that it does not understand becomes [Opaque], and the rest of the statement is
// still parsed.
package syntax

// Expr is an expression. A condition is an expression, too.
type Expr interface{ isExpr() }

// Leaf numbers a condition that has no conditions as parts.
type Leaf struct {
	// ID is the number of the condition in the statement, from 1 on. It is 0 outside of WHERE, ON and HAVING.
	ID int
	// Text is the condition as it is written, with single spaces.
	Text string
	// Negated says that the text has a NOT, and the expression does not.
	Negated bool
}

// Op is the operator of a [Compare].
type Op uint8

// The operators. Same and Differ treat NULL as a value (IS NOT DISTINCT FROM).
const (
	Equal Op = iota
	Unequal
	Less
	LessEqual
	Greater
	GreaterEqual
	Same
	Differ
)

// Expressions that are values.
type (
	// Opaque is what the parser does not understand. It does understand that a value has to match a regular expression,
	// for those who read no rows: Matches and Pattern, nil for anything else.
	Opaque struct{ Matches, Pattern Expr }

	// Literal is a constant: nil, int64, float64 or string.
	Literal struct{ Value any }

	// Param is a placeholder. Name is "" for one that has only a number.
	Param struct {
		Name    string
		Ordinal int
	}

	// Column is a column. Table is the table or alias before it in small letters, "" for none.
	Column struct {
		ID          int // the number of the column in the statement, from 0 on
		Table, Name string
		Double      string // the name in double quotes: some dialects read a text where no column has the name
	}

	// Binary is an arithmetic operation, or "||".
	Binary struct {
		Op   string
		X, Y Expr
	}

	// Call is a call of a function, with its name in small letters.
	Call struct {
		Name           string
		Args           []Expr
		Star, Distinct bool
	}

	// Cast is a conversion. Type is in small letters.
	Cast struct {
		X    Expr
		Type string
	}

	// Collate chooses how texts are compared. Fold says that capitals do not count.
	Collate struct {
		X    Expr
		Fold bool
	}

	// List is an array, or a row of values. Texts are the items as they are written.
	List struct {
		Items []Expr
		Texts []string
	}

	// Case is a choice. Of is nil without an operand, and Else without ELSE.
	Case struct {
		Of   Expr
		When []When
		Else Expr
	}

	// When is a branch of a [Case].
	When struct{ If, Then Expr }

	// Scalar is the value of the first row of a query.
	Scalar struct{ Query *Select }
)

// Expressions that are conditions.
type (
	// Compare compares two values.
	Compare struct {
		Leaf
		Op   Op
		X, Y Expr
	}

	// Between holds a value against two bounds.
	Between struct {
		Leaf
		X, Low, High Expr
	}

	// In looks for a value in a list or, if Query is not nil, in the rows of a query.
	In struct {
		Leaf
		X     Expr
		Items []Expr
		Query *Select
	}

	// Quantified compares a value with each item of an array or of the rows of a query: with ANY or with ALL.
	Quantified struct {
		Leaf
		Op    Op
		All   bool
		X     Expr
		Array Expr
		Query *Select
	}

	// Like holds a text against a pattern. Escape is nil for that of the dialect.
	Like struct {
		Leaf
		X, Pattern, Escape Expr
		Fold               bool // ILIKE
		Glob               bool // the pattern has * and ? and classes
	}

	// Null asks for NULL.
	Null struct {
		Leaf
		X Expr
	}

	// Truth is a value that is used as a condition.
	Truth struct {
		Leaf
		X Expr
	}

	// Exists asks for a row of a query.
	Exists struct {
		Leaf
		Query *Select
	}

	// And, Or and Not combine conditions.
	And struct{ Parts []Expr }
	Or  struct{ Parts []Expr }
	Not struct{ X Expr }
)

func (*Opaque) isExpr()     {}
func (*Literal) isExpr()    {}
func (*Param) isExpr()      {}
func (*Column) isExpr()     {}
func (*Binary) isExpr()     {}
func (*Call) isExpr()       {}
func (*Cast) isExpr()       {}
func (*Collate) isExpr()    {}
func (*List) isExpr()       {}
func (*Case) isExpr()       {}
func (*Scalar) isExpr()     {}
func (*Compare) isExpr()    {}
func (*Between) isExpr()    {}
func (*In) isExpr()         {}
func (*Quantified) isExpr() {}
func (*Like) isExpr()       {}
func (*Null) isExpr()       {}
func (*Truth) isExpr()      {}
func (*Exists) isExpr()     {}
func (*And) isExpr()        {}
func (*Or) isExpr()         {}
func (*Not) isExpr()        {}

// Select is a query, or the conditions of a statement that writes.
type Select struct {
	Items   []Item
	From    []Source
	Where   Expr // nil for none
	Group   []Expr
	Having  Expr      // nil for none
	Or      []*Select // the other parts of a UNION
	Part    bool      // rows are taken away from the result, by EXCEPT or INTERSECT
	Order   []Key
	Skips   bool // the first rows are left out, by OFFSET
	Written bool // of an UPDATE or a DELETE
}

// Key is a key of ORDER BY.
type Key struct {
	X    Expr
	Desc bool
}

// Item is an expression of a SELECT.
type Item struct {
	X    Expr
	Name string // the alias in small letters, or the name of the column, "" for none
	// Star says that the item stands for all columns, of the source Of or of all sources. In a query in FROM there is
	// one for each name that the statement has.
	Star bool
	Of   string
}

// Join is how a source is joined to those before it.
type Join uint8

// The joins. In a Left join, rows of sources before it stay without a row of the source.
const (
	Inner Join = iota
	Left
)

// Source is a table or a query in FROM.
type Source struct {
	Table   string // the table in small letters, "" for other sources
	Written string // the table as it is written, with its schema
	Alias   string // the name in the statement, in small letters
	Query   *Select
	Join    Join
	On      Expr // nil for none
}

// Statement is a parsed statement.
type Statement struct {
	Select     *Select
	Dialect    Dialect
	Conditions []string // the texts of the conditions, by their number from 1 on
	Columns    int      // how many columns the statement has

	dark []string // the names of sources that nobody knows
}

// Dialect is a dialect of SQL.
type Dialect uint8

// The dialects. Unknown is a statement that shows none.
const (
	Unknown Dialect = iota
	SQLite
	Postgres
	MySQL
)
