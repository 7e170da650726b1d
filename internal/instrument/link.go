package instrument

import (
	"slices"
	"strings"
)

// linkers are what C compilers can run in place of GNU ld, the fastest first.
// Programs that C code is linked into spend a third of their build in GNU ld,
// and it runs whenever anything has changed.
var linkers = [...]string{"mold", "lld", "gold"}

// goLdflags is what the go command gives to C compilers if the user says
// nothing.
const goLdflags = "-O2 -g"

// linker returns a linker that is faster than the one that the C compiler runs
// of itself. It is "" where C is not linked, where the user has wishes of his own,
// where it failed before, and on machines that nobody tried it on.
func (p *preparation) linker() string {
	v, s := p.tool.vars, p.settings
	native := v.GOOS == "linux" && v.GOARCH == "amd64" && v.GOHOSTOS == v.GOOS && v.GOHOSTARCH == v.GOARCH
	usual := v.CC == "gcc" && v.CgoLdflags == goLdflags && v.ExternalLink == "" &&
		variable(p.tool.env, "LD_RUN_PATH") == ""
	if !native || !usual || s.ldflags || s.linking || !p.list.linksC() {
		return ""
	}
	for _, name := range linkers {
		if lookIn(variable(p.tool.env, "PATH"), "ld."+name) != "" && !slices.Contains(p.kept.Failed, name) {
			return name
		}
	}
	return ""
}

// linksC reports whether the C compiler links the program, which it does where
// a package outside of the standard library calls C, and nothing about it is
// special.
func (l *listing) linksC() bool {
	found := false
	for _, p := range l.packages {
		others := len(p.CXXFiles) + len(p.FFiles) + len(p.SwigCXXFiles) + len(p.CgoPkgConfig)
		if slices.ContainsFunc(p.CgoLDFLAGS, special) || !p.Standard && others+len(p.SysoFiles) > 0 {
			return false
		}
		found = found || !p.Standard && len(p.CgoFiles) > 0
	}
	return found
}

// special reports whether a flag for the linker is more than the name or the
// folder of a library.
func special(flag string) bool {
	return !strings.HasPrefix(flag, "-l") && !strings.HasPrefix(flag, "-L") &&
		!slices.Contains(strings.Fields(goLdflags+" -pthread"), flag)
}
