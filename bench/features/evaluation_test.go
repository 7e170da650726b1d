package features_test

import (
	"fmt"
	"strings"
	"testing"
)

// product returns the steps that make a product p with features, constraints
// such as "a requires b", and a configuration c.
func product(features string, constraints ...string) []step {
	steps := []step{{"POST /products/p", "", 201, "/products/p"}}
	for f := range strings.FieldsSeq(features) {
		steps = append(steps, step{"POST /products/p/features/" + f, "", 201, "/products/p/features/" + f})
	}
	for i, c := range constraints {
		source, rest, _ := strings.Cut(c, " ")
		kind, target, _ := strings.Cut(rest, " ")
		form, location := "sourceFeature="+source+"&requiredFeature="+target, "constraints"
		if kind == "excludes" {
			form, location = "sourceFeature="+source+"&excludedFeature="+target, "constraint"
		}
		steps = append(steps, step{"POST /products/p/constraints/" + kind, form, 201,
			fmt.Sprintf("/products/p/%s/%d", location, i+1)})
	}
	return append(steps, step{"POST /products/p/configurations/c", "", 201, "/products/p/configurations/c"})
}

func on(f string) step {
	return step{"POST /products/p/configurations/c/features/" + f, "", 201,
		"/products/p/configurations/c/features/" + f}
}

func off(f string) step {
	return step{"DELETE /products/p/configurations/c/features/" + f, "", 204, ""}
}

// failing is the step with an error instead.
func (s step) failing(message string) step { return step{s.request, "", 500, message} }

// active are the steps that look at the configuration.
func active(valid bool, features string) []step {
	var names, objects []string
	for f := range strings.FieldsSeq(features) {
		id, name, _ := strings.Cut(f, ":")
		names = append(names, `"`+name+`"`)
		objects = append(objects, fmt.Sprintf(`{"id":%s,"name":%q,"description":null}`, id, name))
	}
	return []step{
		{"GET /products/p/configurations/c/features", "", 200, "[" + strings.Join(names, ",") + "]"},
		{"GET /products/p/configurations/c", "", 200,
			fmt.Sprintf(`{"name":"c","valid":%v,"activedFeatures":[%s]}`, valid, strings.Join(objects, ","))},
	}
}

func TestEvaluation(t *testing.T) { overEach(t, testEvaluation) }

func testEvaluation(t *testing.T, s service) {
	const endless, changed = "stack overflow", "changed while it was iterated"
	for name, tc := range map[string]struct {
		product []step
		does    []step
		after   []step
	}{
		"derived": {product("a b", "a requires b"), []step{on("a")}, active(true, "1:a 2:b")},
		"nothing to derive": {product("a b", "a requires b"), []step{on("b"), on("a")},
			active(true, "1:a 2:b")},
		"source is not active": {product("a b", "a requires b"), []step{on("b")}, active(true, "2:b")},
		"derived one after the other": {product("a b d", "a requires b", "b requires d"), []step{on("a")},
			active(true, "1:a 2:b 3:d")},
		"derived by two": {product("a b", "a requires b", "a requires b"), []step{on("a")},
			active(true, "1:a 2:b")},
		"derived again": {product("a b", "a requires b"), []step{on("a"), off("b")},
			active(true, "1:a 2:b")},
		"free again": {product("a b", "a requires b"), []step{on("a"), off("a"), off("b")},
			active(true, "")},
		"feature and case": {product("a b", "A requires b"), []step{on("a")}, active(true, "1:a")},
		"derived of no name": {product("a", "a requires "), []step{on("a").failing("no such feature")},
			active(true, "")},
		"derived is unknown": {product("a", "a requires b"), []step{on("a").failing("no such feature")},
			active(true, "")},
		"derived is unknown, later": {product("a b", "a requires b", "b requires d"),
			[]step{on("a").failing("no such feature")},
			active(true, "")},
		"two derived": {product("a b d", "a requires b", "a requires d"),
			[]step{on("a").failing(changed)}, active(true, "")},
		"two derived later": {product("a b d e", "a requires b", "b requires d", "b requires e"),
			[]step{on("a").failing(changed)},
			active(true, "")},
		"two derived, one active": {product("a b d", "a requires b", "a requires d"), []step{on("d"), on("a")},
			active(true, "1:a 2:b 3:d")},
		"case of required": {product("a b", "a requires B"), []step{on("a").failing(endless)}, active(true, "")},
		"case of required, active": {product("a b", "a requires B"), []step{on("b"), on("a").failing(endless)},
			active(true, "2:b")},
		"excluded": {product("a b", "a excludes b"), []step{on("a"), on("b").failing("invalid: a excludes b")},
			active(false, "1:a 2:b")},
		"excluded twice": {product("a b", "a excludes b", "b excludes a"),
			[]step{on("a"), on("b").failing("invalid: a excludes b, b excludes a")}, active(false, "1:a 2:b")},
		"valid again": {product("a b", "a excludes b"), []step{on("a"), on("b").failing("invalid"), off("a")},
			active(true, "2:b")},
		"still invalid": {product("a b d", "a excludes b"),
			[]step{on("a"), on("b").failing("invalid"), on("d").failing("invalid"), off("d").failing("invalid")},
			active(false, "1:a 2:b")},
		"excluded is another case": {product("a b", "a excludes B"), []step{on("a"), on("b")}, active(true, "1:a 2:b")},
		"excludes without names":   {product("a", " excludes "), []step{on("a")}, active(true, "1:a")},
		"excludes itself": {product("a", "a excludes a"), []step{on("a").failing("invalid")},
			active(false, "1:a")},
		"derived is excluded": {product("a b", "a requires b", "a excludes b"),
			[]step{on("a").failing("invalid: a excludes b")},
			active(false, "1:a 2:b")},
		"invalid derives nothing": {product("a b d", "a requires d", "a excludes b"),
			[]step{on("b"), on("a").failing("invalid")},
			active(false, "1:a 2:b")},
	} {
		t.Run(name, func(t *testing.T) {
			play(t, s.empty(), append(append(tc.product, tc.does...), tc.after...))
		})
	}
}

// A missing name is the name of no feature, and is derived like a wrong name.
func TestMissingNames(t *testing.T) { overEach(t, testMissingNames) }

func testMissingNames(t *testing.T, s service) {
	play(t, s.empty(), []step{
		{"POST /products/p", "", 201, "/products/p"},
		{"POST /products/p/features/a", "", 201, "/products/p/features/a"},
		{"POST /products/p/constraints/excludes", "sourceFeature=a", 201, "/products/p/constraint/1"},
		{"POST /products/p/configurations/c", "", 201, "/products/p/configurations/c"},
		on("a"),
		{"POST /products/p/constraints/requires", "sourceFeature=a", 201, "/products/p/constraints/2"},
		on("A").failing("no such feature"),
	})
}

// From the demo data, violations are one or two calls away.
func TestDemoEvaluation(t *testing.T) { overEach(t, testDemoEvaluation) }

func testDemoEvaluation(t *testing.T, s service) {
	const features = university + "/features/"
	play(t, s.demo(), []step{
		{"POST " + features + "PAYPAL_PAYMENT", "", 500, "IN_TRIAL_PERIOD excludes COURSE_SELLING"},
		{"DELETE " + features + "IN_TRIAL_PERIOD", "", 204, ""},
		{"GET " + university + "/features", "", 200,
			`["VIDEO_LESSONS","ONLINE_FORUM","CHAT","COURSE_SELLING","PAYPAL_PAYMENT"]`},
	})
	play(t, s.demo(), []step{
		{"POST " + features + "COURSE_SELLING", "", 500, "IN_TRIAL_PERIOD excludes COURSE_SELLING"},
		{"DELETE " + features + "CHAT", "", 500, "IN_TRIAL_PERIOD excludes COURSE_SELLING"},
		{"GET " + university + "/features", "", 200,
			`["VIDEO_LESSONS","ONLINE_FORUM","COURSE_SELLING","IN_TRIAL_PERIOD"]`},
	})
}
