// Package features has suites for tests of writers. They contain every feature of suites.
package features

import (
	"github.com/evoke-go/evoke/suite"
)

func fault(code int, operation, reason string) suite.Fault {
	return suite.Fault{Code: code, Category: "HTTP status 500", Operation: operation, Reason: reason,
		Curl: "curl -i 'http://localhost" + operation + "'\n--next"}
}

func crashTest() suite.Test {
	s := Step("GET /crash", 500, suite.Check{Op: suite.Whole, Value: "sorry\n"})
	s.Call.Expect.ContentType = "text/plain"
	return suite.Test{Name: "GetCrashReturns500", Purpose: "GET /crash answers 500", Kind: suite.FaultKind,
		Steps:  []suite.Step{s},
		Faults: []suite.Fault{fault(100, "GET /crash", "status 500")}}
}

func panicTest() suite.Test {
	s := Step("GET /panic", 0)
	s.Call.Expect = suite.Expect{Panics: true}
	f := fault(100, "GET /panic", "the handler panics: at the shop")
	f.Frame = "shop.NewShop.func3 (shop.go:56)"
	return suite.Test{Name: "GetPanicPanics", Purpose: "GET /panic panics", Kind: suite.FaultKind,
		Steps: []suite.Step{s}, Faults: []suite.Fault{f}}
}

func abortTest() suite.Test {
	s := Step("GET /abort", 0)
	s.Call.Expect = suite.Expect{Broken: true}
	return suite.Test{Name: "GetAbortGetsNoAnswer", Kind: suite.FaultKind, Steps: []suite.Step{s},
		Faults: []suite.Fault{{Code: 909, Operation: "GET /abort"}}}
}

func schemaTest() suite.Test {
	return suite.Test{Name: "GetNumbersReturns200AgainstTheSchema", Kind: suite.FaultKind,
		Steps: []suite.Step{Step("GET /numbers", 200, suite.Check{Pointer: "/none", Op: suite.Absent})},
		Faults: []suite.Fault{{Code: 101, Category: "response not as the schema says", Operation: "GET /numbers",
			Reason: "/big is no string"}}}
}
