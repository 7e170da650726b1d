package instrument

import (
	"slices"
	"strings"
)

// linkers are the linkers that C compilers can run in place of GNU ld, the fastest first. Programs with C code spend a
// third of their build in GNU ld, which runs after every change.
var linkers = [...]string{"mold", "lld", "gold"}

// goLdflags are the linker flags that the go command gives to C compilers by default.
const goLdflags = "-O2 -g"

// linker returns a linker that is faster than the default of the C compiler. It returns "" if the program has no C
// code, if the user has flags of his own, if all failed before, and on systems on which this is not tested.
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

// linksC reports whether the C compiler links the program, with simple flags only. It does if a package outside of the
// standard library uses cgo.
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

// special reports whether a linker flag is more than the name or the folder of a library.
func special(flag string) bool {
	return !strings.HasPrefix(flag, "-l") && !strings.HasPrefix(flag, "-L") &&
		!slices.Contains(strings.Fields(goLdflags+" -pthread"), flag)
}
