package js

import "encoding/json"

// Records are the calls of a round, as __evoke__.records() returns them. Values in them are JSON. A value that JSON
// lacks, such as NaN or a Map, is an object with a tag: {"$type":"number","value":"NaN"},
// {"$type":"Map","entries":[...]}, {"$type":"object","$class":"Cart","items":[]}. A second occurrence of an object is
// {"$ref":"$.this.items[0]"}, a JSONPath in the same state. Where something was left out stand {"$more":17}, and the
// tags deep, huge and cut. Names of members that begin with $ get a second $.
type Records struct {
	Calls []Record `json:"calls"`
	// Missed is the number of calls that were left out: the records of one function, the depth of calls, and the size
	// of all records are bounded.
	Missed int `json:"missed"`
}

// Record is a call, or several of the same function with the same entry, exit and targets.
type Record struct {
	Function int   `json:"function"`
	Entry    State `json:"entry"`
	// Exit is nil if the call had not ended, or if its end could not be seen: that of an async function or a generator
	// that threw.
	Exit *Exit `json:"exit"`
	// Covered are the targets with a score of 1 that the call reached itself, in the order of their numbers, without
	// those that were reached by functions which it called.
	Covered []int `json:"covered"`
	Parent  int   `json:"parent"` // the index of the call that made this one; -1: unknown
	Times   int   `json:"times"`  // number of calls that this record stands for
}

// State is the variables that a function can see.
type State struct {
	// This is the receiver, nil if that is undefined or the global object.
	This      json.RawMessage   `json:"this"`
	Arguments []json.RawMessage `json:"arguments"`
	// Variables are those of [Function.Uses] and [Function.Globals] that have a value.
	Variables map[string]json.RawMessage `json:"variables"`
	// Host is the result of the function given to __evoke__.watch, at the entry; "" without one.
	Host string `json:"host"`
}

// Exit is how a call ended. Parts of its state that are the same as at the entry are nil, and paths of objects that are
// nowhere in the exit are those of the entry.
type Exit struct {
	State
	Ended string          `json:"ended"` // "returned" or "threw"
	Value json.RawMessage `json:"value"` // what was returned
}
