package security_test

import (
	"fmt"

	"github.com/evoke-go/evoke/rest"
	"github.com/evoke-go/evoke/rest/oracle/security"
)

// A search for holes in a service of one's own, but for one kind of them.
func Example() {
	o := rest.Options{With: security.Codes(), Without: []int{security.CodeCalls}}
	for _, r := range security.Rules(nil) {
		fmt.Println(r.Code, r.Name, "-", r.Severity)
	}
	fmt.Println(len(o.With), "rules")
	// Output:
	// 200 SQL injection - high
	// 201 markup of a client in a page - high
	// 202 call to an address of a client - high
	// 209 stack trace in an answer - medium
	// 210 hidden endpoint - medium
	// 1106 internals in an answer - medium
	// 1200 open redirect - medium
	// 1201 template of a client - high
	// 1202 file outside of the folder - high
	// 1203 header of a client - medium
	// 1204 slow text - medium
	// 11 rules
}
