package synthetic

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// Config says what service to generate.
type Config struct {
	// Name is the service's; its package has the same name without the dashes.
	Name string `json:"name"`
	// Seed is what the names of the classes are drawn from.
	Seed uint64 `json:"seed"`
	// Classes is the number of classes of resources.
	Classes int `json:"classes"`
	// Edges are the dependencies, without cycles and at most one from a class
	// to another. A class that others are composed of has none of its own.
	Edges []Edge `json:"edges"`
	// Paths says whether paths name the resources referred to (default Hide).
	Paths Paths `json:"paths,omitempty"`
	// Methods are the operations of each class (default all six). There has
	// to be Post or Put: nothing else makes a resource.
	Methods []Method `json:"methods,omitempty"`
	// ValueWindow makes a property that asks for equal values hold for -128 to
	// 127 only. The originals compare boxed integers by reference, and these
	// are the ones that Java keeps one box of.
	ValueWindow bool `json:"valueWindow,omitempty"`
	// OnDelete says what happens to a DELETE of what others refer to (default Fail).
	OnDelete OnDelete `json:"onDelete,omitempty"`
}

// Edge is a dependency of class From on class To, both counted from 0.
type Edge struct {
	From int  `json:"from"`
	To   int  `json:"to"`
	Kind Kind `json:"kind"`
}

// Kind is a kind of dependency: DR1 to DR3 of the paper's Table 5.
type Kind string

// The kinds of dependencies.
const (
	// Composition makes the resource of To with that of From, and deletes it with it.
	Composition Kind = "composition"
	// Existence asks for a resource of To that exists.
	Existence Kind = "existence"
	// Property asks in addition for something of its value.
	Property Kind = "property"
)

// Paths is a style of paths.
type Paths string

// The styles of paths.
const (
	Hide  Paths = "hide"  // /api/xs/{xsId}
	Shown Paths = "shown" // /api/rs/{rId}/xs/{xsId} where X refers to R
)

// Method is an operation that a class has.
type Method string

// The operations.
const (
	List   Method = "LIST" // GET of the collection
	Post   Method = "POST"
	Get    Method = "GET"
	Put    Method = "PUT"
	Patch  Method = "PATCH"
	Delete Method = "DELETE"
)

// OnDelete is a policy for resources that others refer to.
type OnDelete string

// The policies.
const (
	Fail     OnDelete = "500"     // the database refuses, which nobody expects
	Conflict OnDelete = "409"     // the service looks first
	Cascade  OnDelete = "cascade" // those that refer to it go, too
)

func methods() []Method { return []Method{List, Post, Get, Put, Patch, Delete} }

// ParseConfig reads a config from JSON, which is how a generated package has it.
func ParseConfig(data []byte) (Config, error) {
	var c Config
	if err := json.Unmarshal(data, &c); err != nil {
		return Config{}, fmt.Errorf("synthetic: read config: %w", err)
	}
	return c, c.check()
}

// Package returns the name of the generated package.
func (c Config) Package() string { return strings.ReplaceAll(c.Name, "-", "") }

// withDefaults returns the config with its defaults written out.
func (c Config) withDefaults() Config {
	if c.Paths == "" {
		c.Paths = Hide
	}
	if c.OnDelete == "" {
		c.OnDelete = Fail
	}
	if len(c.Methods) == 0 {
		c.Methods = methods()
	}
	return c
}

var validName = regexp.MustCompile(`^[a-z][a-z0-9]*(-[a-z0-9]+)*$`)

// check reports what a config lacks to be a service.
func (c Config) check() error {
	c = c.withDefaults()
	if !validName.MatchString(c.Name) {
		return fmt.Errorf("synthetic: name %q is not of lower-case words with dashes between", c.Name)
	}
	if c.Classes < 1 {
		return fmt.Errorf("synthetic: %s has no class", c.Name)
	}
	if c.Paths != Hide && c.Paths != Shown {
		return fmt.Errorf("synthetic: %s: unknown style of paths %q", c.Name, c.Paths)
	}
	if !slices.Contains([]OnDelete{Fail, Conflict, Cascade}, c.OnDelete) {
		return fmt.Errorf("synthetic: %s: unknown policy %q", c.Name, c.OnDelete)
	}
	for _, m := range c.Methods {
		if !slices.Contains(methods(), m) {
			return fmt.Errorf("synthetic: %s: unknown method %q", c.Name, m)
		}
	}
	if !slices.Contains(c.Methods, Post) && !slices.Contains(c.Methods, Put) {
		return fmt.Errorf("synthetic: %s: nothing makes a resource without POST and PUT", c.Name)
	}
	return c.checkEdges()
}

func (c Config) checkEdges() error {
	for i, e := range c.Edges {
		if e.From < 0 || e.To < 0 || e.From >= c.Classes || e.To >= c.Classes || e.From == e.To {
			return fmt.Errorf("synthetic: %s: edge from %d to %d: not two of %d classes",
				c.Name, e.From, e.To, c.Classes)
		}
		if !slices.Contains([]Kind{Composition, Existence, Property}, e.Kind) {
			return fmt.Errorf("synthetic: %s: edge from %d to %d: unknown kind %q", c.Name, e.From, e.To, e.Kind)
		}
		for _, o := range c.Edges[:i] {
			if o.From == e.From && o.To == e.To {
				return fmt.Errorf("synthetic: %s: two edges from %d to %d", c.Name, e.From, e.To)
			}
		}
		if e.Kind == Composition && slices.ContainsFunc(c.Edges, func(o Edge) bool { return o.From == e.To }) {
			return fmt.Errorf("synthetic: %s: class %d has dependencies, so %d cannot be composed of it",
				c.Name, e.To, e.From)
		}
	}
	for i := range c.Classes {
		if c.reaches(i, i, map[int]bool{}) {
			return fmt.Errorf("synthetic: %s: class %d depends on itself", c.Name, i)
		}
	}
	return nil
}

// reaches says whether a class depends on a goal, directly or not.
func (c Config) reaches(from, goal int, seen map[int]bool) bool {
	for _, e := range c.Edges {
		if e.From != from || seen[e.To] {
			continue
		}
		seen[e.To] = true
		if e.To == goal || c.reaches(e.To, goal, seen) {
			return true
		}
	}
	return false
}
