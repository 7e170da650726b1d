package sides

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// FileName is the name of the list in the folder of a program.
const FileName = "sides.csv"

var header = []string{"file", "line", "column", "function", "condition", "side", "infeasible"}

// Load reads the list of the program in a folder.
func Load(dir string) ([]Side, error) {
	name, err := importPath(dir)
	if err != nil {
		return nil, fmt.Errorf("sides of %s: %w", dir, err)
	}
	content, err := os.ReadFile(filepath.Join(dir, FileName))
	if err != nil {
		return nil, fmt.Errorf("sides: %w", err)
	}
	list, err := read(content)
	if err != nil {
		return nil, fmt.Errorf("sides: %s: %w", filepath.Join(dir, FileName), err)
	}
	for i := range list {
		list[i].Package = name
	}
	return list, nil
}

// LoadAll reads the lists of several packages of a module, which are named by
// their import paths, such as those that are the program of a service. module
// is its folder. A package without a list is an error that is fs.ErrNotExist.
func LoadAll(module string, packages []string) ([]Side, error) {
	name, err := importPath(module)
	if err != nil {
		return nil, fmt.Errorf("sides of %s: %w", module, err)
	}
	var all []Side
	for _, p := range packages {
		inside, ok := strings.CutPrefix(p, name+"/")
		if !ok {
			return nil, fmt.Errorf("sides of %s: not in %s: %w", p, name, fs.ErrNotExist)
		}
		list, err := Load(filepath.Join(module, filepath.FromSlash(inside)))
		if err != nil {
			return nil, err
		}
		all = append(all, list...)
	}
	return all, nil
}

func read(content []byte) ([]Side, error) {
	if len(content) == 0 {
		return nil, nil
	}
	rows, err := csv.NewReader(bytes.NewReader(content)).ReadAll()
	if err != nil {
		return nil, err
	}
	if !slices.Equal(rows[0], header) {
		return nil, fmt.Errorf("the first line is not %s", strings.Join(header, ","))
	}
	var list []Side
	for i, row := range rows[1:] {
		line, lineErr := strconv.Atoi(row[1])
		column, columnErr := strconv.Atoi(row[2])
		value, valueErr := strconv.ParseBool(row[5])
		if err := errors.Join(lineErr, columnErr, valueErr); err != nil {
			return nil, fmt.Errorf("row %d: %w", i+2, err)
		}
		list = append(list, Side{
			File: row[0], Line: line, Column: column, Func: row[3], Condition: row[4], Value: value, Infeasible: row[6],
		})
	}
	return list, nil
}

// format is the content of a sides.csv.
func format(list []Side) ([]byte, error) {
	var b bytes.Buffer
	w := csv.NewWriter(&b)
	rows := [][]string{header}
	for _, s := range list {
		rows = append(rows, []string{
			s.File, strconv.Itoa(s.Line), strconv.Itoa(s.Column), s.Func, s.Condition,
			strconv.FormatBool(s.Value), s.Infeasible,
		})
	}
	if err := w.WriteAll(rows); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}

// identity finds a side again after lines have moved.
type identity struct {
	function, condition string
	value               bool
	ordinal             int // among the equal conditions of the function
}

func identities(list []Side) []identity {
	out := make([]identity, len(list))
	count := map[identity]int{}
	for i, s := range list {
		id := identity{function: s.Func, condition: s.Condition, value: s.Value}
		count[id]++
		out[i] = id
		out[i].ordinal = count[id]
	}
	return out
}

// keepMarks gives a list the marks of an older one and returns the sides whose
// marks belong nowhere any more.
func keepMarks(list, older []Side) (lost []Side) {
	at := map[identity]int{}
	for i, id := range identities(list) {
		at[id] = i
	}
	for i, id := range identities(older) {
		if older[i].Infeasible == "" {
			continue
		}
		if n, ok := at[id]; ok {
			list[n].Infeasible = older[i].Infeasible
		} else {
			lost = append(lost, older[i])
		}
	}
	return lost
}
