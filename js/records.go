package js

import "encoding/json"

// Records are the calls of a round, as __evoke__.records() tells of them. Values in them are JSON.
// A value that JSON lacks, such as NaN or a Map, is an object with a tag: {"$type":"number","value":"NaN"},
// {"$type":"Map","entries":[...]}, {"$type":"object","$class":"Cart","items":[]}. An object that
// was told of before is {"$ref":"$.this.items[0]"}, a JSONPath in the state at hand. Where
// something was left out stand {"$more":17}, and the tags deep, huge and cut. Names of members that
// begin with $ have one more.
type Records struct {
	Calls []Record `json:"calls"`
	// Missed is how many calls were left out: there are bounds for those of one function, for
	// calls in calls, and for the size of all.
	Missed int `json:"missed"`
}

// Record is a call, or several of the same function with the same entry, exit and targets.
type Record struct {
	Function int   `json:"function"`
	Entry    State `json:"entry"`
	// Exit is nil where the call had not ended, or where nobody saw it end: an async function
	// or a generator that threw.
	Exit *Exit `json:"exit"`
	// Covered are the targets with a score of 1 that the call reached itself, in the order of
	// their numbers: not those that others reached which it called.
	Covered []int `json:"covered"`
	Parent  int   `json:"parent"` // the index of the call that made this one; -1: nobody knows
	Times   int   `json:"times"`  // how often there was such a call
}

// State is what a function can see.
type State struct {
	// This is the receiver, nil if that is undefined or the global object.
	This      json.RawMessage   `json:"this"`
	Arguments []json.RawMessage `json:"arguments"`
	// Variables are those of [Function.Uses] and [Function.Globals] that have a value.
	Variables map[string]json.RawMessage `json:"variables"`
	// Host is what the function of __evoke__.watch returned at the entry, "" without one.
	Host string `json:"host"`
}

// Exit is how a call ended. Of its state, what is as it was at the entry is nil, and paths of
// objects that are nowhere in the exit are those of the entry.
type Exit struct {
	State
	Ended string          `json:"ended"` // "returned" or "threw"
	Value json.RawMessage `json:"value"` // what was returned
}
