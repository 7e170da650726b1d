// Package house holds the rules of this repository, and nothing but their tests. Each file checks a part of them:
//
//   - deps_test.go: each import is in the plan of the house, the table in that file (TestPackageGraph)
//   - rules_test.go: sizes of types, structs, packages, files and functions, and files that need each other
//     (TestMeasures);
//     no init functions (TestNoInit); the Go version in the README (TestGoVersion)
//   - rules_types_test.go: how many functions are given a struct, a measure of TestMeasures
//   - rules_globals_test.go: variables of packages are constants in all but name (TestGlobals), and patterns compile
//     (TestPatterns)
//   - words_test.go: lists of words are in internal/words alone (TestWordLists)
//   - words_exceptions_test.go: the exceptions to that, each with a reason
//   - rules_exceptions_test.go: the exceptions to these rules, each with a reason
//   - rules_load_test.go: parses and types the packages of the module for the rules
//   - readme_test.go: the README's Go files compile, and its links lead to files
//
// Run them with go test ./internal/house.
package house
