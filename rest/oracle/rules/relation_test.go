package rules_test

import (
	"cmp"
	"flag"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/rest/oracle"
	"github.com/evoke-go/evoke/rest/oracle/rules"
	"github.com/evoke-go/evoke/suite"
	"github.com/evoke-go/evoke/sut"
)

var update = flag.Bool("update", false, "write README.md")

// TestRelations plays the sessions of testdata/relations/NAME.txt, where NAME is the name of a relation with dashes. A
// section "-- schema --" has an OpenAPI document for the sections after it. With the last call of a section
// "-- wrong CODE: why --" the rule of this code finds something, and it finds nothing with the calls before. No rule
// finds anything in a section "-- right: why --". A line is a call with its answer:
//
//	user METHOD target (Name: header) {"a": "body"} -> status (Name: header) {"an": "answer"}
//
// Headers and bodies may be left out, and the user is - for nobody. In place of a header, (invalid NAME) says that this
// member is invalid on purpose, (forged) that the credential is made up, (lacks NAME) that the one of a scheme is left
// out, and (text TYPE) that the body after it is a text of this media type, with \n for the ends of lines.
func TestRelations(t *testing.T) {
	for _, r := range rules.Relations() {
		name := strings.NewReplacer(" ", "-", ",", "").Replace(r.Name)
		text, err := os.ReadFile(filepath.Join("testdata", "relations", name+".txt"))
		require.NoError(t, err)
		for _, rule := range r.Rules {
			assert.Truef(t, strings.Contains(string(text), fmt.Sprintf("\n-- wrong %d: ", rule.Code)),
				"%s has no example of %d", r.Name, rule.Code)
		}
		var doc *openapi.Document
		parts := section.FindAllStringSubmatchIndex(string(text), -1)
		for i, at := range parts {
			end := len(text)
			if i+1 < len(parts) {
				end = parts[i+1][0]
			}
			title, body := string(text[at[2]:at[3]]), string(text[at[1]:end])
			if title == "schema" {
				doc, err = openapi.Read([]byte(body), openapi.Options{})
				require.NoError(t, err, name)
				continue
			}
			t.Run(name+"/"+title, func(t *testing.T) { play(t, r, doc, title, body) })
		}
	}
}

// section matches the title of a section.
var section = regexp.MustCompile(`(?m)^-- (.*) --\n`)

// play hands the calls of a section to the rules, and checks what they find.
func play(t *testing.T, r rules.Relation, doc *openapi.Document, title, body string) {
	of, _, _ := strings.Cut(title, ":")
	code, isWrong := strings.CutPrefix(of, "wrong ")
	require.True(t, isWrong || of == "right", title)
	var rule *oracle.Rule
	if isWrong {
		i := slices.IndexFunc(r.Rules, func(r *oracle.Rule) bool { return strconv.Itoa(r.Code) == code })
		require.GreaterOrEqual(t, i, 0, "the relation has no rule "+code)
		rule = r.Rules[i]
	}
	var before []*oracle.Exchange
	judges, found := slices.Concat(rules.Rules(), r.Rules), ""
	if isWrong {
		judges = []*oracle.Rule{rule}
	}
	for line := range strings.Lines(body) {
		if line = strings.TrimSpace(line); line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		assert.Empty(t, found, "before: "+line)
		x := exchange(t, doc, line)
		x.Before = before
		for _, o := range judges {
			if o.OptIn && !slices.Contains(r.Rules, o) {
				continue
			}
			for _, f := range o.Judge(x) {
				assert.Empty(t, f.Missing())
				found += fmt.Sprintf("%d %s: %s\n", f.Code, f.On(x.Operation).Name(), f.Reason)
			}
		}
		before = append(slices.Clip(before), x.Copy())
	}
	assert.Equal(t, isWrong, found != "", found)
}

// call matches a call with its answer, and mark a part of one in parentheses.
var (
	callLine = regexp.MustCompile(`^(\S+) ([A-Z]+) (\S+)((?: \([^)]*\))*) ?(.*?) ?-> (\d+)((?: \([^)]*\))*) ?(.*)$`)
	mark     = regexp.MustCompile(`\(([^)]*)\)`)
)

// exchange reads a line.
func exchange(t *testing.T, doc *openapi.Document, line string) *oracle.Exchange {
	found := callLine.FindStringSubmatch(line)
	require.NotNil(t, found, line)
	c := call(found[1], found[2], found[3], "")
	op := operationOf(doc, c.Method, c.Target)
	require.NotNil(t, op, line)
	status, err := strconv.Atoi(found[6])
	require.NoError(t, err)
	x := &oracle.Exchange{
		Operation: op, Base: op.Below(doc.BasePath), Operations: doc.Operations,
		Request:  &sut.Request{Method: c.Method, Target: c.Target, Header: http.Header{}, Operation: op.Name()},
		Response: &sut.Response{Outcome: sut.Answered, Status: status, Header: http.Header{}},
	}
	if c.User != "-" {
		x.User = c.User
		x.Request.Header.Set("User", c.User)
	}
	for i, of := range []http.Header{x.Request.Header, x.Response.Header} {
		for _, m := range mark.FindAllStringSubmatch(found[4+3*i], -1) {
			name, v, _ := strings.Cut(m[1], ": ")
			word, rest, _ := strings.Cut(m[1], " ")
			switch word {
			case "invalid":
				x.Invalid = &suite.Invalid{In: "body", At: []string{rest}, What: "is below the minimum"}
			case "forged":
				x.Forged = true
			case "lacks":
				x.Forged, x.Lacks = true, append(x.Lacks, rest)
			case "text":
				of.Set("Content-Type", rest)
			default:
				of.Add(name, v)
			}
		}
	}
	x.Request.Body, x.Response.Body = bodyOf(x.Request.Header, found[5]), bodyOf(x.Response.Header, found[8])
	return x
}

// bodyOf returns a body as it is sent, and sets its media type to JSON unless there is one.
func bodyOf(h http.Header, body string) []byte {
	if h.Get("Content-Type") != "" {
		return []byte(strings.ReplaceAll(body, `\n`, "\n"))
	}
	if body != "" {
		h.Set("Content-Type", "application/json")
	}
	return []byte(body)
}

// operationOf returns the operation that a call is of, nil for none.
func operationOf(doc *openapi.Document, method, target string) *openapi.Operation {
	i := slices.IndexFunc(doc.Operations, func(op *openapi.Operation) bool {
		at := strings.Split(strings.TrimPrefix(oracle.PathOf(target), op.Below(doc.BasePath)), "/")
		return op.Method == method && slices.EqualFunc(strings.Split(op.Path, "/"), at, func(part, is string) bool {
			return strings.HasPrefix(part, "{") || part == is
		})
	})
	if i < 0 {
		return nil
	}
	return doc.Operations[i]
}

// TestReadme: README.md has the table of all relations.
func TestReadme(t *testing.T) {
	out := &strings.Builder{}
	out.WriteString("# Relations\n\nEach relation is a law about the acts and the observations of a test. " +
		"An act is a call that may change\nsomething, an observation is a successful read. This table is written by\n" +
		"`go test ./rest/oracle/rules -run TestReadme -update`.\n\n" +
		"| relation | law | scenario | codes |\n|-|-|-|-|\n")
	seen := map[int]bool{}
	for _, r := range rules.Relations() {
		var codes []string
		for _, rule := range r.Rules {
			assert.Falsef(t, seen[rule.Code], "%d is in two relations", rule.Code)
			seen[rule.Code] = true
			codes = append(codes, strconv.Itoa(rule.Code))
		}
		fmt.Fprintf(out, "| %s | %s | %s | %s |\n", r.Name, r.Law, r.Scenario, strings.Join(codes, ", "))
	}
	out.WriteString("\n| code | finding | severity | on by default |\n|-|-|-|-|\n")
	for _, r := range slices.SortedFunc(slices.Values(rules.Rules()), func(a, b *oracle.Rule) int {
		return cmp.Compare(a.Code, b.Code)
	}) {
		fmt.Fprintf(out, "| %d | %s | %s | %s |\n", r.Code, r.Name, r.Severity,
			map[bool]string{false: "yes", true: "no"}[r.OptIn])
	}
	const file = "README.md"
	if *update {
		require.NoError(t, os.WriteFile(file, []byte(out.String()), 0o600))
	}
	is, err := os.ReadFile(file)
	require.NoError(t, err)
	assert.Equal(t, out.String(), string(is), "go test -run TestReadme -update writes it")
}
