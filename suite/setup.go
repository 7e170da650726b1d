package suite

import (
	"reflect"
	"slices"
	"strings"
	"unicode"
)

// SetUp returns the function that performs the steps from the given step on, or nil if there is none. A function of
// several first steps takes precedence over the function of the first step alone.
func (t *Test) SetUp(step int) *SetUp {
	if t.Form == nil {
		return nil
	}
	i := slices.IndexFunc(t.Form.SetUps, func(u SetUp) bool { return u.First == step })
	if i < 0 {
		return nil
	}
	return &t.Form.SetUps[i]
}

// fixture is a Fixture while it is made.
type fixture struct {
	Fixture
	single bool // for one step that only prepares
	kept   bool // used by an existing form, so its results must not change
}

// fit reports whether the set-ups in the form of a test fit the steps of the test and the existing functions.
func (h *sharing) fit(t *Test) bool {
	own := map[string]*fixture{}
	for i, u := range t.Form.SetUps {
		if !validSetUp(t, u) || i > 0 && !isSingle(t, u) {
			return false
		}
		f := h.named[u.Name]
		if f == nil {
			f = own[u.Name]
		}
		if f == nil {
			f = newFixture(u, t.Steps, isSingle(t, u))
			own[u.Name] = f
		}
		if len(f.Steps) != u.Steps || !f.performs(t, u.First) || !slices.Equal(f.Returns, u.Returns) {
			return false
		}
	}
	return true
}

// validSetUp reports whether a set-up is valid for a test: names are identifiers, and the steps exist.
func validSetUp(t *Test, u SetUp) bool {
	if !identifier(u.Name) || u.First < 0 || u.First >= len(t.Steps) {
		return false
	}
	for i, r := range u.Returns {
		if !identifier(r.Var) || slices.Contains(u.Returns[:i], r) {
			return false
		}
	}
	if isSingle(t, u) {
		return true
	}
	return u.First == 0 && u.Steps > 0 && u.Steps <= t.setUp() && t.Steps[u.Steps-1].Note == ""
}

// isSingle reports whether a set-up has one step, which only prepares.
func isSingle(t *Test, u SetUp) bool { return u.Steps == 1 && t.prepares(u.First) }

func identifier(name string) bool {
	return name != "" && nameWord(name) && !IsSecret(name) && !unicode.IsDigit([]rune(name)[0])
}

// newFixture makes the function for a set-up in the form of a test.
func newFixture(u SetUp, steps []Step, single bool) *fixture {
	f := &fixture{Fixture: Fixture{Name: u.Name, Returns: u.Returns}, kept: true, single: single}
	if single {
		f.Steps = steps[u.First : u.First+1]
	} else {
		f.Steps = uncaptured(steps[:u.Steps])
	}
	return f
}

// performs reports whether a function can perform the steps of a test from index first on, and returns all values
// that the test needs of them.
func (f *fixture) performs(t *Test, first int) bool {
	if first+len(f.Steps) > len(t.Steps) {
		return false
	}
	own := t.Steps[first : first+len(f.Steps)]
	if f.single {
		if !t.prepares(first) || !reflect.DeepEqual(f.Steps, own) {
			return false
		}
	} else if len(own) > t.setUp() || !reflect.DeepEqual(uncaptured(f.Steps), uncaptured(own)) ||
		!f.mergeable(t.Steps) {
		return false
	}
	for _, r := range needs(t.Steps, own) {
		if !slices.Contains(f.Returns, r) {
			return false
		}
	}
	return true
}

// needs returns the captured values of the steps of that the test uses.
func needs(all, of []Step) []Returned {
	if len(of) > 1 || of[0].Note == "" { // the other steps of the test use them, and follow the function
		all = all[len(of):]
	}
	return usedCaptures(of, all)
}

// usedCaptures returns the captures of some steps that other steps use, in order.
func usedCaptures(of, by []Step) (out []Returned) {
	asText, asJSON := Uses(by)
	for i := range of {
		for _, c := range of[i].Call.Captures {
			inBody := c.Source == FromBody && !c.LastSegment
			if asText[c.Var] || asJSON[c.Var] && !inBody {
				out = append(out, Returned{Var: c.Var})
			}
			if asJSON[c.Var] && inBody {
				out = append(out, Returned{Var: c.Var, JSON: true})
			}
		}
	}
	return out
}

// prepares reports whether a step only prepares the test and stands alone: it uses no variables of earlier steps and
// shows no fault.
func (t *Test) prepares(step int) bool {
	s := &t.Steps[step]
	if s.Note == "" || s.Call == nil || step > last(t.Steps) || len(t.FaultsAt(step)) > 0 {
		return false
	}
	return !slices.ContainsFunc(s.Call.Request.Vars(), func(name string) bool { return !IsSecret(name) })
}

// prepare makes a function for each step that only prepares, even if a single test uses it.
func (h *sharing) prepare(t *sharer) {
	for i := range t.Steps {
		if !t.prepares(i) {
			continue
		}
		at := slices.IndexFunc(h.all, func(f *fixture) bool {
			return f.single && (f.kept && f.performs(t.Test, i) || !f.kept && reflect.DeepEqual(f.Steps[0], t.Steps[i]))
		})
		if at < 0 {
			at = len(h.all)
			h.add(&fixture{Fixture: Fixture{Name: h.free(t.Steps[i].Note), Steps: t.Steps[i : i+1]}, single: true})
		}
		f := h.all[at]
		t.single[i] = f
		f.returns(needs(t.Steps, f.Steps))
	}
}

// returns adds values to the results of a function, in the order of its captures.
func (f *fixture) returns(more []Returned) {
	if f.kept {
		return
	}
	all := slices.Concat(f.Returns, more)
	f.Returns = nil
	for i := range f.Steps {
		for _, c := range f.Steps[i].Call.Captures {
			for _, r := range []Returned{{Var: c.Var}, {Var: c.Var, JSON: true}} {
				if slices.Contains(all, r) {
					f.Returns = append(f.Returns, r)
				}
			}
		}
	}
}

// maxSetUp is the maximum length of the name of a set-up in bytes, without its number.
const maxSetUp = 60

// free returns a name for a note: "log in as ann" becomes "logInAsAnn", with a number if that is taken.
func (h *sharing) free(note string) string {
	want := LowerCamel(note)
	if len(want) > maxSetUp {
		want = strings.ToValidUTF8(want[:maxSetUp], "")
	}
	if first := strings.IndexFunc(want, unicode.IsLetter); first != 0 {
		want = LowerCamel("prepare " + want)
	}
	return free(want, func(name string) bool { return h.named[name] != nil })
}

func (h *sharing) add(f *fixture) {
	h.all = append(h.all, f)
	h.named[f.Name] = f
}
