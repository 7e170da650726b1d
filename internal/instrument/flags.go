package instrument

import (
	"fmt"
	"path/filepath"
	"strings"
)

// settings are the user's build flags, without the flags that instrumentation has to set itself.
type settings struct {
	flags   []string // as in Options.Flags
	goflags string   // value for GOFLAGS, never empty: an empty one makes the go command read its own file again
	overlay string   // the user's overlay file, absolute, "" for none
	modfile string   // absolute, "" for go.mod
	ldflags bool     // the user has flags for the linker
	linking bool     // the user has other flags that change how the linker runs
	pgo     bool     // the user chose a profile to optimise by, or none
	notes   []Note
}

// newSettings reads the given flags and those in GOFLAGS. The former win, as on a command line. Relative file names
// start at dir.
func newSettings(given []string, goflags, dir string) (*settings, error) {
	s := &settings{goflags: "-buildvcs=false"}
	fields, err := splitFields(goflags)
	if err != nil {
		return nil, fmt.Errorf("%w: GOFLAGS=%s: %w", ErrFlags, goflags, err)
	}
	for _, field := range fields {
		name, value, _ := flagParts(bare(field))
		if kept, same := s.flag(name, value, dir, "GOFLAGS"); same {
			s.goflags += " " + field
		} else if kept != "" {
			s.goflags += " " + kept
		}
	}
	for i := 0; i < len(given); i++ {
		name, value, has := flagParts(given[i])
		apart := !has && takesValue(name) && i+1 < len(given)
		if apart {
			i++
			value = given[i]
		}
		kept, same := s.flag(name, value, dir, "the build flags")
		switch {
		case same && apart:
			s.flags = append(s.flags, "-"+name+"="+value)
		case same:
			s.flags = append(s.flags, given[i])
		case kept != "":
			s.flags = append(s.flags, kept)
		}
	}
	s.speedUp()
	return s, nil
}

// quickLink are linker flags that make linking faster: nobody debugs a program that is searched, and stack traces need
// neither symbols nor DWARF. The last flag saves the test whether compression is possible.
const quickLink = "-ldflags=-s -w -compressdwarf=false"

// speedUp adds flags that make the build faster, unless the user has flags of the same kind. With a profile, the go
// command would compile the standard library again.
func (s *settings) speedUp() {
	if !s.ldflags {
		s.flags = append(s.flags, quickLink)
	}
	if !s.pgo {
		s.flags = append(s.flags, "-pgo=off")
	}
}

// withoutVendor makes the go command take modules from its cache.
func (s *settings) withoutVendor() {
	for i, flag := range s.flags {
		s.flags[i] = strings.ReplaceAll(flag, "-mod=vendor", "-mod=readonly")
	}
	s.goflags = strings.ReplaceAll(s.goflags, "-mod=vendor", "-mod=readonly")
}

// flag handles one flag. If same is true, the flag is used as it is, else kept is what is left of it, which may be "".
func (s *settings) flag(name, value, dir, from string) (kept string, same bool) {
	switch name {
	case "overlay":
		s.overlay = inDir(dir, value)
		return "", false
	case "modfile":
		s.modfile = inDir(dir, value)
	case "ldflags":
		s.ldflags = true
	case "race", "msan", "asan", "buildmode", "linkshared", "compiler", "toolexec":
		s.linking = true
	case "pgo":
		s.pgo = true
	case "mod":
		if value == "mod" {
			s.notes = append(s.notes, Note{from, "-mod=mod may write go.mod; -mod=readonly is used instead"})
			return "-mod=readonly", false
		}
	case "cover", "covermode", "coverpkg", "coverprofile":
		s.notes = append(s.notes,
			Note{from, "-" + name + " is left out: the go command drops the probes of packages it measures"})
		return "", false
	case "n", "f", "json", "c", "o":
		s.notes = append(s.notes,
			Note{from, "-" + name + " is left out: it changes what the go command does or prints"})
		return "", false
	}
	return "", true
}

// takesValue reports whether a flag may have its value in the next argument, for the flags that are handled.
func takesValue(name string) bool {
	switch name {
	case "overlay", "modfile", "mod", "covermode", "coverpkg", "coverprofile", "f", "o":
		return true
	}
	return false
}

// flagParts splits "-name=value" or "--name" into its parts.
func flagParts(arg string) (name, value string, hasValue bool) {
	arg = strings.TrimPrefix(strings.TrimPrefix(arg, "-"), "-")
	return strings.Cut(arg, "=")
}

// splitFields splits a text as the go command splits GOFLAGS: at spaces, where a whole field may be in single or double
// quotes. The quotes stay.
func splitFields(s string) ([]string, error) {
	var fields []string
	for {
		s = strings.TrimLeft(s, " \t\n\r")
		if s == "" {
			return fields, nil
		}
		end := strings.IndexAny(s, " \t\n\r")
		if s[0] == '"' || s[0] == '\'' {
			closing := strings.IndexByte(s[1:], s[0])
			if closing < 0 {
				return nil, fmt.Errorf("unterminated %c", s[0])
			}
			end = closing + 2
		}
		if end < 0 {
			end = len(s)
		}
		fields, s = append(fields, s[:end]), s[end:]
	}
}

func bare(field string) string {
	if len(field) >= 2 && (field[0] == '"' || field[0] == '\'') {
		return field[1 : len(field)-1]
	}
	return field
}

// inDir makes a file's name absolute.
func inDir(dir, name string) string {
	if name == "" || filepath.IsAbs(name) {
		return name
	}
	return filepath.Join(dir, name)
}
