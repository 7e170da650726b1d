package tables

import "strings"

// reserved are the words that cannot be names.
var reserved = words(`
	ALL AND ANY AS ASC BETWEEN BY CASE COLLATE CONFLICT CROSS CURRENT_DATE CURRENT_TIME CURRENT_TIMESTAMP DEFAULT DELETE DESC
	DISTINCT DO DUPLICATE ELSE END ESCAPE EXCEPT EXISTS FALSE FETCH FOR FROM FULL GLOB GROUP HAVING ILIKE IN INDEXED INNER INSERT
	INTERSECT INTERVAL INTO IS ISNULL JOIN KEY LATERAL LEFT LIKE LIMIT MATCHED MERGE MINUS NATURAL NOT NOTHING NOTNULL NULL OFFSET ON ONLY
	OR ORDER OUTER OVER PARTITION REGEXP RETURNING RIGHT ROWS SELECT SET SOME STRAIGHT_JOIN THEN TRUE UNION UPDATE USING VALUES
	WHEN WHERE WINDOW WITH`)

// modifiers may stand between the verb and the table.
var modifiers = []string{
	"OR", "IGNORE", "REPLACE", "ROLLBACK", "ABORT", "FAIL", "LOW_PRIORITY",
	"HIGH_PRIORITY", "DELAYED", "QUICK", "ONLY", "INTO", "OVERWRITE", "TABLE",
}

func words(text string) map[string]bool {
	out := map[string]bool{}
	for _, w := range strings.Fields(text) {
		out[w] = true
	}
	return out
}

// keyword handles a keyword that changes the meaning of what follows, and reports whether text was one.
func (p *reader) keyword(s *scope, text string) bool {
	first, before, after := s.verb == "" && s.clause == elsewhere && p.start(), p.peek(-1), p.peek(1)
	p.at++
	switch text {
	case "WITH":
		p.with(s)
	case "SELECT":
		target := s.target
		p.finish(s)
		*s = scope{outer: s.outer, depth: s.depth, verb: "SELECT", target: target}
	case "INSERT", "UPDATE", "DELETE", "MERGE", "TRUNCATE", "REPLACE":
		return p.write(s, text, first && !(text == "REPLACE" && after.is("(")), before)
	default:
		if first && outside[text] {
			for p.at < len(p.tokens) && !p.peek(0).is(";") {
				p.at++
			}
			return true
		}
		if !p.within(s, text, before) {
			p.at--
			return false
		}
	}
	return true
}

// within handles a keyword that begins a clause of a statement, and reports whether text was one.
func (p *reader) within(s *scope, text string, before token) bool {
	switch text {
	case "UNION", "EXCEPT", "INTERSECT", "WHERE", "GROUP", "ORDER", "HAVING", "LIMIT", "RETURNING",
		"VALUES", "WINDOW", "WHEN", "FOR":
		s.expect, s.column, s.where = false, false, s.where || text == "WHERE"
		if text != "WHEN" {
			s.clause = elsewhere
		}
	case "FROM":
		if s.verb != "" && !before.is("DISTINCT") {
			s.clause, s.expect = from, true
		}
	case "JOIN", "STRAIGHT_JOIN", "APPLY":
		if s.clause == from || s.verb == "UPDATE" {
			s.clause, s.expect = from, true
		}
	case "USING":
		if s.verb == "DELETE" || s.verb == "MERGE" {
			s.clause, s.expect = from, true
		}
		if p.skip("(") {
			s.expect = false
			p.names()
		}
	case "AS":
		if p.peek(0).named() {
			p.at++
		}
	case "SET":
		s.clause, s.column = set, s.verb != ""
	case "INTO":
		if s.verb == "SELECT" && p.peek(0).named() {
			s.expect, s.way = true, Insert
		}
	case "LATERAL", "ONLY":
	default:
		return false
	}
	return true
}

// outside are the first words of statements whose tables are not of interest.
var outside = words("ALTER ANALYZE ATTACH BEGIN CALL COMMENT COMMIT CREATE DETACH DROP EXPLAIN GRANT PRAGMA " +
	"REINDEX REVOKE SHOW VACUUM")

// start reports whether the next token may begin a statement.
func (p *reader) start() bool { return p.at == 0 || p.peek(-1).is(";", "(", ")") }

// write handles a keyword of a statement that writes, and reports whether text is one.
func (p *reader) write(s *scope, text string, first bool, before token) bool {
	switch {
	case first:
		s.verb, s.expect, s.clause = text, true, elsewhere
		s.way = map[string]Way{"INSERT": Insert, "REPLACE": Insert, "UPDATE": Update, "DELETE": Delete,
			"TRUNCATE": Delete}[text]
		for p.skip(modifiers...) {
		}
		if text == "DELETE" && !p.skip("FROM") {
			s.clause, s.expect = targets, false
			s.way = Read
		}
		p.skip("ONLY")
	case s.target == "":
		if text == "REPLACE" { // a function or a name
			p.at--
		}
		return text != "REPLACE"
	case text == "UPDATE" && before.is("DO", "KEY", "THEN"): // SET follows
		if s.verb == "SELECT" { // INSERT INTO t SELECT
			target := s.target
			p.finish(s)
			*s = scope{outer: s.outer, depth: s.depth, verb: "INSERT", target: target}
		}
		p.all.add(s.target, Update, nil)
		s.clause, s.column = set, !p.peek(0).is("SET")
	case text == "INSERT" && before.is("THEN"):
		p.all.add(s.target, Insert, nil)
	case text == "DELETE" && before.is("THEN"):
		p.all.add(s.target, Delete, nil)
	}
	return true
}

// with reads the tables that WITH defines.
func (p *reader) with(s *scope) {
	from := p.at
	p.skip("RECURSIVE")
	for {
		if name := p.peek(0); !name.named() || !p.peek(1).is("AS", "(") {
			p.at = from
			return
		}
		p.made[strings.ToLower(p.peek(0).text)] = true
		p.at++
		if p.skip("(") {
			p.names()
		}
		if !p.skip("AS") {
			return
		}
		for p.skip("NOT", "MATERIALIZED") {
		}
		if !p.skip("(") {
			return
		}
		p.open(&scope{outer: s.outer, depth: s.depth, verb: "WITH"})
		if !p.skip(",") {
			return
		}
		from = p.at
	}
}
