package js

import "github.com/evoke-go/evoke/js/internal/rewrite"

// Replacement is a row of the table of functions whose calls report how near they were to another outcome. The function
// itself is called as before, with the same receiver and in the same order.
type Replacement struct {
	// Func is the function: ".startsWith" for a method of any object, whose receiver the runtime checks after the call;
	// "JSON.parse" or "Number" for a global function; "new Date" for a constructor.
	Func string
	// With is the function of the runtime that scores the call. For a method it gets the result of the call, the
	// receiver, the arguments and the number of the target, and returns the result. For a global function it gets the
	// first argument, before the call, and the number, and returns the argument.
	With string
	// Arguments is the number of arguments that the call has to have. Default: any number, but at least one.
	Arguments int
}

// Replacements returns the built-in rows, for which the runtime has functions.
func Replacements() []Replacement {
	return []Replacement{
		{Func: ".startsWith", With: "startsWith", Arguments: 1},
		{Func: ".endsWith", With: "endsWith", Arguments: 1},
		{Func: ".includes", With: "includes", Arguments: 1},
		{Func: ".indexOf", With: "indexOf", Arguments: 1},
		{Func: ".lastIndexOf", With: "indexOf", Arguments: 1},
		{Func: ".split", With: "split", Arguments: 1},
		{Func: ".get", With: "get", Arguments: 1},
		{Func: ".has", With: "has", Arguments: 1},
		{Func: ".hasOwnProperty", With: "owns", Arguments: 1},
		{Func: ".hasOwn", With: "hasOwn", Arguments: 2},
		{Func: ".localeCompare", With: "ordered"},
		{Func: ".equals", With: "equals", Arguments: 1},
		{Func: ".isEqual", With: "same", Arguments: 2},
		{Func: ".isDeepStrictEqual", With: "same", Arguments: 2},
		{Func: ".match", With: "match", Arguments: 1},
		{Func: ".search", With: "match", Arguments: 1},
		{Func: ".test", With: "match", Arguments: 1},
		{Func: ".exec", With: "match", Arguments: 1},
		{Func: "Number", With: "number", Arguments: 1},
		{Func: "parseInt", With: "integer"},
		{Func: "Number.parseInt", With: "integer"},
		{Func: "parseFloat", With: "decimal", Arguments: 1},
		{Func: "Number.parseFloat", With: "decimal", Arguments: 1},
		{Func: "Date.parse", With: "date", Arguments: 1},
		{Func: "new Date", With: "date", Arguments: 1},
		{Func: "JSON.parse", With: "json"},
	}
}

// functions splits rows by their callee: methods, and global functions.
func functions(rows []Replacement) (methods, global map[string]rewrite.Function) {
	methods, global = map[string]rewrite.Function{}, map[string]rewrite.Function{}
	for _, row := range rows {
		f := rewrite.Function{With: row.With, Arguments: row.Arguments}
		if row.Func != "" && row.Func[0] == '.' {
			methods[row.Func[1:]] = f
			continue
		}
		f.Argument = true
		global[row.Func] = f
	}
	return methods, global
}
