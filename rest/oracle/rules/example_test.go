package rules_test

import (
	"fmt"

	"github.com/evoke-go/evoke/rest/oracle/rules"
)

// The rules that are on by default, with how much harm it does what they find.
func ExampleRules() {
	for _, r := range rules.Rules() {
		if !r.OptIn {
			fmt.Println(r.Code, r.Name, "-", r.Severity)
		}
	}
	// Output:
	// 1000 lost change - high
	// 1011 list with old values - medium
	// 1012 step that is made twice - medium
	// 1013 creation that is made twice - medium
	// 906 change of what was not sent - high
	// 904 value that PUT leaves - low
	// 905 PUT that adds up - medium
	// 103 element that was deleted - high
	// 1001 use of what was deleted - medium
	// 1002 parts of what was deleted - medium
	// 901 change by a refused call - high
	// 1019 call that is done again - high
	// 1020 id of another element - high
	// 1021 other default - medium
	// 1022 deletion of others - high
	// 1003 change by a read - medium
	// 1048 step in an excluded state - medium
	// 1045 change of what stays - medium
	// 1046 number that is not computed again - medium
	// 1047 several where one may be - medium
	// 1041 what is gone in the way - medium
	// 1042 more than there is room for - medium
	// 1043 consequence that stays - medium
	// 1044 number that follows no more - medium
	// 1015 ETag of another version - medium
	// 1016 figures that contradict each other - medium
	// 1010 version ignored - high
	// 1004 list without a new element - medium
	// 1005 filter that does not hold - medium
	// 1006 pages that do not fit - medium
	// 1007 list out of order - medium
	// 1008 wrong total - medium
	// 1017 count of what was deleted - medium
	// 1014 count of what does not count - medium
	// 907 wrong Location - medium
	// 1018 valid data refused - medium
	// 207 access without a credential - high
	// 1049 session after its end - high
	// 206 access of another user - high
	// 203 member that clients may not write - high
	// 1009 password in an answer - high
}
