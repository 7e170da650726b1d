package syntax

import "strings"

// reserved are the words that cannot be names.
var reserved = set(`
	ALL AND ANY AS ASC BETWEEN BY CASE COLLATE CROSS DEFAULT DELETE DESC DISTINCT ELSE END ESCAPE EXCEPT EXISTS FETCH FOR
	FROM FULL GLOB GROUP HAVING ILIKE IN INDEXED INNER INSERT INTERSECT INTO IS ISNULL JOIN LATERAL LEFT LIKE LIMIT MINUS
	NATURAL NOT NOTNULL NULL OFFSET ON OR ORDER OUTER OVER REGEXP RETURNING RIGHT RLIKE SELECT SET SIMILAR SOME
	STRAIGHT_JOIN THEN UNION UPDATE USING VALUES WHEN WHERE WINDOW WITH XOR`)

// ends are the words after which an expression has ended.
var ends = set(`
	AND OR XOR GROUP ORDER HAVING LIMIT UNION EXCEPT INTERSECT MINUS WHERE ON JOIN LEFT RIGHT INNER CROSS FULL NATURAL
	STRAIGHT_JOIN RETURNING WINDOW FETCH OFFSET FOR THEN WHEN ELSE END AS ASC DESC SET FROM VALUES USING ESCAPE`)

// clauses are the words that begin what comes after a condition.
var clauses = []string{
	"AND", "OR", "XOR", "&&", "GROUP", "ORDER", "HAVING", "LIMIT", "UNION", "EXCEPT", "INTERSECT", "WHERE",
	"ON", "JOIN", "LEFT", "RIGHT", "INNER", "CROSS", "FULL", "NATURAL", "STRAIGHT_JOIN", "RETURNING", "WINDOW", "FETCH",
	"OFFSET", "THEN", "WHEN", "ELSE", "END", ",", ";",
}

// constants are functions that are written without parentheses.
var constants = set(`CURRENT_TIMESTAMP CURRENT_DATE CURRENT_TIME LOCALTIME LOCALTIMESTAMP CURRENT_USER SESSION_USER`)

func set(text string) map[string]bool {
	out := map[string]bool{}
	for _, w := range strings.Fields(text) {
		out[w] = true
	}
	return out
}
