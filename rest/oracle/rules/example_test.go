package rules_test

import (
	"fmt"

	"github.com/evoke-go/evoke/rest/oracle/rules"
)

// The laws that the rules of this package judge by.
func ExampleRelations() {
	for _, r := range rules.Relations()[:2] {
		fmt.Printf("%s: %s\n", r.Name, r.Law)
		for _, rule := range r.Rules {
			fmt.Println("\t", rule.Code, rule.Name)
		}
	}
}
