package synthetic

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/evoke-go/evoke/bench/sides"
)

// Package is a generated package.
type Package struct {
	// Files are its files by name, but for the list of condition sides.
	Files map[string][]byte
	// Targets are its ifs, in the order of files and lines.
	Targets []Target
}

// Target is an if of a generated package. A study's list has those of a kind.
type Target struct {
	File     string
	Line     int
	Function string
	Method   Method
	Kind     CheckKind
	// Condition is the source of the if up to its brace.
	Condition  string
	infeasible []mark
}

// Generate makes the package of a config.
func Generate(c Config) (*Package, error) {
	m, err := NewModel(c)
	if err != nil {
		return nil, err
	}
	p := &Package{Files: map[string][]byte{}}
	if err := p.addGo("api.go", m.apiFile(), nil); err != nil {
		return nil, err
	}
	for _, class := range m.Classes {
		operations := m.operations(class)
		if err := p.addGo(strings.ToLower(class.Name)+".go", m.classFile(class, operations), operations); err != nil {
			return nil, err
		}
	}
	if source, functions := m.valuesFile(); source != "" {
		if err := p.addGo("values.go", source, functions); err != nil {
			return nil, err
		}
	}
	slices.SortStableFunc(p.Targets, func(a, b Target) int { return strings.Compare(a.File, b.File) })
	return p, p.addData(m)
}

// addGo formats a file and finds its ifs again, which the functions know in
// their order.
func (p *Package) addGo(name, source string, functions []function) error {
	content, err := format.Source([]byte(source))
	if err != nil {
		return fmt.Errorf("synthetic: format %s: %w", name, err)
	}
	p.Files[name] = content
	files := token.NewFileSet()
	syntax, err := parser.ParseFile(files, name, content, parser.SkipObjectResolution)
	if err != nil {
		return fmt.Errorf("synthetic: %w", err)
	}
	at := map[string][]*ast.IfStmt{}
	for _, d := range syntax.Decls {
		ast.Inspect(d, func(n ast.Node) bool {
			if i, ok := n.(*ast.IfStmt); ok {
				function := d.(*ast.FuncDecl).Name.Name
				at[function] = append(at[function], i)
			}
			return true
		})
	}
	for _, f := range functions {
		checks := f.checks()
		if len(at[f.name]) != len(checks) {
			return fmt.Errorf("synthetic: %s has %d ifs and %d checks", f.name, len(at[f.name]), len(checks))
		}
		for n, i := range at[f.name] {
			from, to := files.Position(i.Pos()), files.Position(i.Body.Lbrace)
			p.Targets = append(p.Targets, Target{
				File: name, Line: from.Line, Function: f.name, Method: f.method, Kind: checks[n].kind,
				Condition: string(bytes.TrimSpace(content[from.Offset:to.Offset])), infeasible: checks[n].infeasible,
			})
		}
	}
	return nil
}

// addData adds what is not Go.
func (p *Package) addData(m *Model) error {
	config, err := json.MarshalIndent(m.Config, "", "  ")
	if err != nil {
		return fmt.Errorf("synthetic: %w", err)
	}
	p.Files["config.json"] = append(config, '\n')
	schema, err := json.MarshalIndent(m.schema(), "", "  ")
	if err != nil {
		return fmt.Errorf("synthetic: %w", err)
	}
	p.Files["swagger.json"] = append(schema, '\n')
	rows := [][]string{{"condition", "kind", "method", "file", "line", "function"}}
	for _, t := range p.Listed() {
		rows = append(rows, []string{t.Condition, string(t.Kind), string(t.Method), t.File,
			strconv.Itoa(t.Line), t.Function})
	}
	targets, err := table(rows)
	p.Files["targets.csv"] = targets
	return err
}

// Listed are the targets that the study's lists have.
func (p *Package) Listed() []Target {
	return slices.DeleteFunc(slices.Clone(p.Targets), func(t Target) bool { return t.Kind == unlisted })
}

func table(rows [][]string) ([]byte, error) {
	var b bytes.Buffer
	if err := csv.NewWriter(&b).WriteAll(rows); err != nil {
		return nil, fmt.Errorf("synthetic: %w", err)
	}
	return b.Bytes(), nil
}

// Write puts the package into a folder of a module, with the list of its
// condition sides. Files of a package that was generated there before go.
func (p *Package) Write(dir string) error {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return fmt.Errorf("synthetic: %w", err)
	}
	if err := removeGenerated(dir); err != nil {
		return fmt.Errorf("synthetic: %w", err)
	}
	for name, content := range p.Files {
		if err := os.WriteFile(filepath.Join(dir, name), content, 0o666); err != nil {
			return fmt.Errorf("synthetic: %w", err)
		}
	}
	list, err := p.sides(dir)
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dir, sides.FileName), list, 0o666)
}

func removeGenerated(dir string) error {
	names, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		return err
	}
	for _, name := range names {
		content, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		if bytes.HasPrefix(content, []byte(generated)) {
			if err := os.Remove(name); err != nil {
				return err
			}
		}
	}
	return nil
}

// sides is the list of the condition sides of the package in a folder. The
// marks of those that cannot be had come from who wrote the conditions.
func (p *Package) sides(dir string) ([]byte, error) {
	list, err := sides.Of(dir)
	if err != nil {
		return nil, fmt.Errorf("synthetic: %w", err)
	}
	for _, t := range p.Targets {
		for _, m := range t.infeasible {
			if err := t.apply(m, list); err != nil {
				return nil, err
			}
		}
	}
	rows := [][]string{{"file", "line", "column", "function", "condition", "side", "infeasible"}}
	for _, s := range list {
		rows = append(rows, []string{
			s.File, strconv.Itoa(s.Line), strconv.Itoa(s.Column), s.Func, s.Condition,
			strconv.FormatBool(s.Value), s.Infeasible,
		})
	}
	return table(rows)
}

// apply marks the one side of the target that a mark means.
func (t Target) apply(m mark, list []sides.Side) error {
	applied := 0
	for i, s := range list {
		if s.File == t.File && s.Line == t.Line && s.Condition == m.condition && s.Value == m.value {
			list[i].Infeasible = m.why
			applied++
		}
	}
	if applied != 1 {
		return fmt.Errorf("synthetic: %s:%d has %d conditions %s", t.File, t.Line, applied, m.condition)
	}
	return nil
}
