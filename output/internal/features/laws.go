package features

import "github.com/evoke-go/evoke/suite"

// lawsTest returns a test with each kind of law.
func lawsTest() suite.Test {
	laws := WithJSON(Step("POST /echo", 200,
		Equal("/unit", int64(4)), suite.Law(suite.Same, "/size", "the size of /lines"),
		suite.Law(suite.Same, "/from", "/lines/*/day"), suite.Law(suite.AtMost, "/from", "/to"),
		suite.Law(suite.AtMost, "/lines/*/unit", "/lines/*/price"), suite.Law(suite.AtMost, "/none", "/unit"),
		suite.Law(suite.Sum, "/total", "the sum of /lines/*/price", "/unit"),
		suite.Law(suite.Product, "/lines/*/price", "/lines/*/count", "/lines/*/unit"),
		suite.Law(suite.ElementOf, "/size", "/sizes"), suite.Law(suite.SubsetOf, "/few", "/sizes"),
		suite.Law(suite.PartOf, "/id", "/link"), suite.Law(suite.NullIf, "/ended", "/open", "true", "maybe"),
		suite.Law(suite.NullIf, "/lines/*/ended", "/lines/*/state", "new")),
		Lit(`{"id":"n-1","link":"/x/n-1","size":2,"sizes":[1,2,3],"few":[1,3],"unit":4,"total":16.6,"open":true,`+
			`"from":"2026-01-02","to":"2026-01-02T10:00:00+01:00","ended":null,"lines":[`+
			`{"unit":4.2,"count":1,"price":4.2,"state":"new","day":"2026-01-02"},`+
			`{"unit":2.1,"count":4,"price":8.4,"state":"old","ended":7,"day":"2026-01-02"}]}`))
	return suite.Test{Name: "PostEchoReturnsLaws", Kind: suite.Success, Steps: []suite.Step{laws}}
}
