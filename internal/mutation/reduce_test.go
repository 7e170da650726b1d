package mutation

import (
	"fmt"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/evoke-go/evoke/suite"
	"github.com/evoke-go/evoke/sut"
)

// TestReduce: the remaining assertions notice the same mutants, and an assertion that repeats another one is left out.
func TestReduce(t *testing.T) { withoutWaiting(t, testReduce) }

func testReduce(t *testing.T) {
	registered()
	s := bookSuite()
	again := s.Tests[0]
	again.Name = "ReadsABookAgain"
	s.Tests = append(s.Tests, again)
	r, _ := tryAll(t, host(t), s, Options{Mutants: 100, Notes: filepath.Join(t.TempDir(), "notes")})
	d := Reduce(s, r, none)
	assert.Equal(t, r.Score(), r.Without(d.Left).Score())
	assert.Contains(t, d.Left[0], suite.Assertion{Op: suite.Exists, Pointer: "/title"})
	assert.Contains(t, d.Left[0], suite.Assertion{Step: 1, Op: suite.Equal, Pointer: "/price"},
		"the whole body says that too")
	assert.NotContains(t, d.Left[0], suite.Assertion{Op: suite.ContentTypeOp}, "nothing else notices another type")
	assert.Contains(t, d.Left[3], suite.Assertion{Op: suite.ContentTypeOp}, "the first test notices that")
	assert.Empty(t, d.Left[2], "nothing is known of it")
	assert.Equal(t, d.Before, d.After+len(d.Left[0])+len(d.Left[1])+len(d.Left[3]))
	reduced := bookSuite()
	reduced.Tests = append(reduced.Tests, again)
	before := 0
	for i := range reduced.Tests {
		reduced.Tests[i] = reduced.Tests[i].Clone()
		reduced.Tests[i].LeaveOut(d.Left[i])
		before += len(reduced.Tests[i].Assertions())
	}
	assert.Equal(t, d.After, before)
	once, _ := tryAll(t, host(t), reduced, Options{Mutants: 100, Notes: filepath.Join(t.TempDir(), "notes")})
	assert.Equal(t, r.Score(), once.Score(), "executed again, the smaller suite notices as much")
}

// none settles no test.
func none(int) bool { return false }

// TestSettledTestsStay: a test of an earlier suite keeps its text, and the mutants that it notices count for the
// others.
func TestSettledTestsStay(t *testing.T) { withoutWaiting(t, testSettledTestsStay) }

func testSettledTestsStay(t *testing.T) {
	registered()
	s := bookSuite()
	s.Tests = append(s.Tests, s.Tests[0])
	r, _ := tryAll(t, host(t), s, Options{Mutants: 100, Notes: filepath.Join(t.TempDir(), "notes")})
	d := Reduce(s, r, func(test int) bool { return test == 3 })
	assert.Empty(t, d.Left[3])
	assert.Contains(t, d.Left[0], suite.Assertion{Op: suite.ContentTypeOp})
	r.Open = []int{0}
	assert.Empty(t, Reduce(s, r, none).Left[0], "there was no time for one of its mutants")
}

// TestABodyKeepsAnAssertion: if others notice all that the checks of a body notice, one check of the body stays.
func TestABodyKeepsAnAssertion(t *testing.T) {
	step := suite.Step{Operation: "GET /x",
		Call: &suite.Call{Expect: suite.Expect{Status: 200, ContentType: "application/json", Checks: []suite.Check{
			check(suite.Exists, "/a", nil), check(suite.Equal, "/a", int64(1)),
		}}}}
	s := &suite.Suite{Tests: []suite.Test{{Steps: []suite.Step{step}}, {Steps: []suite.Step{step}}}}
	answers := []Answer{{Status: 200, ContentType: "application/json", Body: []byte(`{"a":1}`)}}
	d := Reduce(s, &Result{Answers: [][]Answer{answers, answers}}, none)
	assert.Empty(t, d.Left[0], "each notices something: that the member is gone, and that it has another value")
	assert.Equal(t, []suite.Assertion{{Op: suite.ContentTypeOp}, {Op: suite.Equal, Pointer: "/a"}}, d.Left[1])
}

// TestAFaultStaysAsserted: what shows a fault is not left out, although another test asserts the same.
func TestAFaultStaysAsserted(t *testing.T) {
	step := suite.Step{Operation: "GET /x", Call: &suite.Call{Expect: suite.Expect{Status: 200,
		ContentType: "application/json", Checks: []suite.Check{check(suite.Equal, "/a", int64(1)),
			check(suite.Equal, "/b", int64(2)), check(suite.Absent, "/c", nil)}}}}
	answers := []Answer{{Status: 200, ContentType: "application/json", Body: []byte(`{"a":1,"b":2}`)}}
	left := func(about suite.About) []suite.Assertion {
		s := &suite.Suite{Tests: []suite.Test{{Steps: []suite.Step{step}},
			{Steps: []suite.Step{step}, Faults: []suite.Fault{{About: about}}}}}
		return Reduce(s, &Result{Answers: [][]Answer{answers, answers}}, none).Left[1]
	}
	kind, a, b, c := suite.Assertion{Op: suite.ContentTypeOp}, suite.Assertion{Op: suite.Equal, Pointer: "/a"},
		suite.Assertion{Op: suite.Equal, Pointer: "/b"}, suite.Assertion{Op: suite.Absent, Pointer: "/c"}
	assert.Empty(t, left(suite.About{}))
	assert.Equal(t, []suite.Assertion{kind, b, c}, left(suite.About{Op: suite.StatusOp}), "a body keeps one")
	assert.Equal(t, []suite.Assertion{b, c}, left(suite.About{Op: suite.ContentTypeOp}))
	assert.Equal(t, []suite.Assertion{kind, a, c}, left(suite.About{Op: suite.Equal, Pointer: "/b"}))
	assert.Equal(t, []suite.Assertion{kind, a, b}, left(suite.About{Op: suite.Equal, Pointer: "/c"}))
}

// TestALookStaysWhole: the answer of a call with a note keeps all its assertions, although another test asserts the
// same. So does the answer that a test is about as a whole.
func TestALookStaysWhole(t *testing.T) {
	step := suite.Step{Operation: "GET /x", Call: &suite.Call{Expect: suite.Expect{Status: 200, Checks: []suite.Check{
		check(suite.Equal, "/a", int64(1)), check(suite.Equal, "/b", int64(2)),
	}}}}
	look := step
	look.Note = "see it"
	whole := step
	whole.Whole = true
	s := &suite.Suite{}
	for _, only := range []suite.Step{step, look, step, whole} {
		s.Tests = append(s.Tests, suite.Test{Steps: []suite.Step{only}})
	}
	answers := []Answer{{Status: 200, ContentType: "application/json", Body: []byte(`{"a":1,"b":2}`)}}
	d := Reduce(s, &Result{Answers: [][]Answer{answers, answers, answers, answers}}, none)
	assert.Empty(t, d.Left[1])
	assert.NotEmpty(t, d.Left[2])
	assert.Empty(t, d.Left[3])
}

// TestReductionLosesNothing: for random results, each test still notices the same mutants of the program, and the suite
// the same mutants of answers.
func TestReductionLosesNothing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s, r := drawSuite(t), &Result{}
		all := map[int][]suite.Assertion{}
		for i := range s.Tests {
			all[i] = s.Tests[i].Assertions()
			body := fmt.Sprintf(`{"a":%d,"b":[{"c":true}]}`, rapid.IntRange(0, 2).Draw(t, "a"))
			r.Answers = append(r.Answers,
				[]Answer{{Outcome: sut.Answered, Status: 200, ContentType: "application/json", Body: []byte(body)}})
		}
		for range rapid.IntRange(0, 12).Draw(t, "mutants") {
			m := Mutant{}
			for i := range s.Tests {
				by := rapid.SliceOfDistinct(rapid.SampledFrom(all[i]), rapid.ID[suite.Assertion]).Draw(t, "by")
				if len(by) > 0 {
					m.Noticed = append(m.Noticed, Notice{i, by})
				}
			}
			r.Mutants = append(r.Mutants, m)
		}
		d := Reduce(s, r, none)
		after := r.Without(d.Left)
		require.Equal(t, r.Score(), after.Score())
		for i, m := range r.Mutants {
			require.Len(t, after.Mutants[i].Noticed, len(m.Noticed), "each test notices what it noticed")
		}
		require.Equal(t, classes(s, r, nil), classes(s, r, d.Left))
		require.Equal(t, d, Reduce(s, r, none), "the same each time")
	})
}

// classes returns the mutants of answers that a suite notices.
func classes(s *suite.Suite, r *Result, left [][]suite.Assertion) map[class]bool {
	d := &reducer{suite: s, result: r, kept: make([]map[suite.Assertion]bool, len(s.Tests))}
	for i := range s.Tests {
		d.kept[i] = map[suite.Assertion]bool{}
		for _, a := range s.Tests[i].Assertions() {
			d.kept[i][a] = true
		}
		if left != nil {
			for _, a := range left[i] {
				d.kept[i][a] = false
			}
		}
	}
	out := map[class]bool{}
	for _, o := range d.observed() {
		if d.keeps(o.test, o.by) {
			out[o.class] = true
		}
	}
	return out
}

func drawSuite(t *rapid.T) *suite.Suite {
	pool := []suite.Check{
		check(suite.Equal, "/a", int64(1)), check(suite.Exists, "/a", nil), check(suite.Equal, "/b/0/c", true),
		check(suite.Length, "/b", int64(1)), check(suite.Exists, "/b", nil),
	}
	s := &suite.Suite{}
	for range rapid.IntRange(1, 4).Draw(t, "tests") {
		checks := rapid.SliceOfDistinct(rapid.SampledFrom(pool), func(c suite.Check) string {
			return string(c.Op) + c.Pointer
		}).Draw(t, "checks")
		expect := suite.Expect{Status: 200,
			ContentType: rapid.SampledFrom([]string{"", "application/json"}).Draw(t, "type"), Checks: checks}
		s.Tests = append(s.Tests,
			suite.Test{Steps: []suite.Step{{Operation: "GET /x", Call: &suite.Call{Expect: expect}}}})
	}
	return s
}
