package suite_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/evoke-go/evoke/suite"
)

// refusing returns a test of a refusal: "GET /a" alone, or after a log-in if the operation ends with "as ann".
func refusing(name, operation, query string) suite.Test {
	operation, user, _ := strings.Cut(operation, " as ")
	method, path, _ := strings.Cut(operation, " ")
	t := suite.Test{Name: name, Kind: suite.ClientError,
		Steps: []suite.Step{{Operation: operation, User: user, Call: &suite.Call{
			Request: suite.Request{Method: method, Path: suite.Literal(path),
				Query: []suite.Field{{Name: "q", Value: suite.Literal(query)}}},
			Expect: suite.Expect{Status: 404},
		}}}}
	if user != "" {
		t.Steps = append(calling(name, "!log in>token").Steps, t.Steps...)
		t.Steps[1].Call.Request.Headers = []suite.Field{{Name: "Authorization", Value: suite.Text{{Var: "token"}}}}
	}
	return t
}

// undeclared returns a test of a fault: an answer whose status the schema does not declare.
func undeclared(name, operation, reason string) suite.Test {
	t := refusing(name, operation, "1")
	t.Kind = suite.FaultKind
	t.Faults = []suite.Fault{
		{Code: 101, Category: "answer against the schema", Operation: operation, Reason: reason},
	}
	return t
}

// TestTablesStay: existing rows stay rows, and tests without a table stay without one.
func TestTablesStay(t *testing.T) {
	a, b, c := refusing("A", "GET /a", "1"), refusing("B", "GET /b", "2"), refusing("C", "PUT /c", "3")
	ann := []suite.Test{refusing("X", "GET /a as ann", "1"), refusing("Y", "GET /a as ann", "2"),
		refusing("Z", "GET /a as ann", "3")}
	const why, table = "status 404 is not declared", "CallsReturn404AgainstTheSchema"
	shared := []suite.Test{undeclared("F", "GET /f", why), undeclared("G", "GET /g", why),
		undeclared("H", "GET /h", why)}
	for name, tt := range map[string]struct {
		first, more []suite.Test
		dropped     string
		want        string // forms of the tests at the end, in order
	}{
		"two are no table":     {[]suite.Test{a, b}, nil, "", "A B"},
		"nor with a third one": {[]suite.Test{a, b}, []suite.Test{c}, "", "C A B"},
		"three others are": {[]suite.Test{a, b}, []suite.Test{c, refusing("D", "GET /d", ""),
			refusing("E", "GET /e", "")}, "", "C=CallsReturn404/PutC D=CallsReturn404/GetD E=CallsReturn404/GetE A B"},
		"three are": {[]suite.Test{a, b, c}, nil, "",
			"A=CallsReturn404/GetA B=CallsReturn404/GetB C=CallsReturn404/PutC"},
		"one is left": {[]suite.Test{a, b, c}, nil, "AB", "C=CallsReturn404/PutC"},
		"one more of a name": {[]suite.Test{a, b, c},
			[]suite.Test{refusing("D", "GET /a", "4"), refusing("E", "GET /e", "")}, "C",
			"D=CallsReturn404/D E=CallsReturn404/GetE A=CallsReturn404/GetA B=CallsReturn404/GetB"},
		"one of another user": {[]suite.Test{a, b, c}, ann[:1], "",
			"X A=CallsReturn404/GetA B=CallsReturn404/GetB C=CallsReturn404/PutC"},
		"of one operation": {ann, []suite.Test{refusing("W", "GET /a as ann", "0"), refusing("V", "GET /b as ann",
			"0")}, "Z", "W=GetAReturns404AsAnn/GetA V X=GetAReturns404AsAnn/X Y=GetAReturns404AsAnn/Y"},
		"three share a fault": {
			shared, []suite.Test{undeclared("I", "GET /i", "the body is empty")}, "",
			"I F=" + table + "/GetF G=" + table + "/GetG H=" + table + "/GetH",
		},
		"a fault is no answer": {[]suite.Test{a, b, shared[0]}, nil, "", "A B F"},
		"a name that is taken": {[]suite.Test{a, b, c, refusing("CallsReturn404", "GET /d", "")},
			nil, "", "A=CallsReturn404_2/GetA B=CallsReturn404_2/GetB C=CallsReturn404_2/PutC " +
				"CallsReturn404=CallsReturn404_2/GetD"},
	} {
		t.Run(name, func(t *testing.T) {
			s := &suite.Suite{Tests: tt.first}
			s.Tests = append([]suite.Test{}, tt.first...)
			s.Arrange()
			all := append([]suite.Test{}, tt.more...)
			for _, test := range s.Tests {
				if !strings.Contains(tt.dropped, test.Name) {
					all = append(all, test)
				}
			}
			s.Tests = all
			s.Arrange()
			var got []string
			for _, test := range s.Tests {
				if test.Form.Table != "" {
					test.Name += "=" + test.Form.Table + "/" + test.Form.Row
				}
				got = append(got, test.Name)
			}
			assert.Equal(t, tt.want, strings.Join(got, " "))
		})
	}
}

// TestRowsThatDoNotFit: rows that do not fit their table are placed anew.
func TestRowsThatDoNotFit(t *testing.T) {
	fits := suite.Form{Table: "CallsReturn404", Row: "GetB"}
	for name, c := range map[string]struct {
		test suite.Test
		form suite.Form
		ok   bool
	}{
		"as they should be": {refusing("B", "GET /b", ""), fits, true},
		"a row twice":       {refusing("B", "GET /b", ""), suite.Form{Table: "CallsReturn404", Row: "GetA"}, false},
		"no row":            {refusing("B", "GET /b", ""), suite.Form{Table: "CallsReturn404"}, false},
		"an odd table":      {refusing("B", "GET /b", ""), suite.Form{Table: "a b", Row: "GetB"}, false},
		"another user": {refusing("B", "GET /b as ann", ""), suite.Form{Table: "CallsReturn404", Row: "GetB",
			SetUps: []suite.SetUp{{Name: "logIn", Steps: 1, Returns: []suite.Returned{{Var: "token"}}}}}, false},
		"a log-in spelled out": {refusing("B", "GET /b as ann", ""), suite.Form{Table: "Others", Row: "GetB"}, false},
		"no refusal":           {calling("B", "GET /b"), fits, false},
	} {
		t.Run(name, func(t *testing.T) {
			s := &suite.Suite{Tests: []suite.Test{refusing("A", "GET /a", ""), c.test}}
			s.Tests[0].Form = &suite.Form{Table: "CallsReturn404", Row: "GetA"}
			s.Tests[1].Form = &c.form
			s.Arrange()
			assert.Equal(t, "GetA", s.Tests[0].Form.Row)
			assert.Equal(t, c.ok, s.Tests[1].Form == &c.form, "%+v", s.Tests[1].Form)
		})
	}
}
