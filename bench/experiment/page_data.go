package main

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"

	"gonum.org/v1/gonum/stat"

	"github.com/evoke-go/evoke/bench/experiment/run"
	"github.com/evoke-go/evoke/bench/experiment/stats"
)

// record is a line of a CSV file by the names of its columns.
type record map[string]string

// records reads a CSV file whose first line names the columns.
func records(path string) ([]record, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	lines, err := csv.NewReader(f).ReadAll()
	if err != nil || len(lines) == 0 {
		return nil, fmt.Errorf("%s has no lines that can be read: %w", path, err)
	}
	var out []record
	for _, line := range lines[1:] {
		r := record{}
		for i, cell := range line {
			r[lines[0][i]] = cell
		}
		out = append(out, r)
	}
	return out, nil
}

// measured returns the table of a section of measured.csv, which has one measurement a line: a row for each name under
// "row", and a column for each under "column". The seeds, budgets and commits of a row are in the order of its
// measurements; those that all rows have in common stand above the table.
func measured(path, section string) (string, error) {
	all, err := records(path)
	if err != nil {
		return "", err
	}
	all = slices.DeleteFunc(all, func(r record) bool { return r["section"] != section })
	if len(all) == 0 {
		return "", fmt.Errorf("%s has no section %q", path, section)
	}
	var columns, names []string
	for _, r := range all {
		columns, names = add(columns, r["column"]), add(names, r["row"])
	}
	t := &table{head: append([]string{""}, columns...)}
	for _, name := range names {
		row := make([]string, len(columns))
		for _, r := range all {
			if r["row"] == name {
				row[slices.Index(columns, r["column"])] = r["value"]
			}
		}
		t.row(append([]string{name}, row...)...)
	}
	var common string
	for _, note := range []string{"seeds", "budget", "commit"} {
		cells := notes(all, names, note)
		if len(slices.Compact(slices.Clone(cells))) == 1 {
			if cells[0] != "" {
				common += fmt.Sprintf("%s: %s. ", strings.ToUpper(note[:1])+note[1:], cells[0])
			}
			continue
		}
		t.head = append(t.head, note)
		for i := range t.rows {
			t.rows[i] = append(t.rows[i], cells[i])
		}
	}
	if common != "" {
		common = strings.TrimSpace(common) + "\n\n"
	}
	return common + t.String(), nil
}

// notes returns, for each row, what a column of measured.csv says of its measurements.
func notes(all []record, names []string, column string) (out []string) {
	for _, name := range names {
		var distinct []string
		for _, r := range all {
			if r["row"] == name && r[column] != "" {
				distinct = add(distinct, r[column])
			}
		}
		out = append(out, strings.Join(distinct, "; "))
	}
	return out
}

// peerCalls is the budget of both tools that the page shows.
const peerCalls = "10000"

// peer returns the statements and the operations answered 2xx for each service and tool, as means of the seeds.
func peer(path string) (*table, error) {
	all, err := records(path)
	if err != nil {
		return nil, err
	}
	all = slices.DeleteFunc(all, func(r record) bool { return r["budget"] != peerCalls })
	t := &table{head: []string{"service", "statements; operations"}}
	figures := map[[2]string][2][]float64{}
	var suts []string
	for _, r := range all {
		tool := r["tool"]
		t.head, suts = add(t.head, tool), add(suts, r["sut"])
		of := figures[[2]string{r["sut"], tool}]
		for i, column := range []string{"statements", "operations 2xx"} {
			v, err := strconv.ParseFloat(r[column], 64)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", path, err)
			}
			of[i] = append(of[i], v)
		}
		figures[[2]string{r["sut"], tool}] = of
	}
	for _, sut := range suts {
		i := slices.IndexFunc(all, func(r record) bool { return r["sut"] == sut })
		row := []string{sut, all[i]["all statements"] + "; " + all[i]["operations"]}
		for _, tool := range t.head[2:] {
			of := figures[[2]string{sut, tool}]
			row = append(row, mean(of[0], 0)+"; "+strings.TrimSuffix(mean(of[1], 1), ".0"))
		}
		t.row(row...)
	}
	return t, nil
}

// explored returns how much of the statements of pages each way to explore reached, as means of the seeds, with the
// A12 of Evoke's own way over each other way.
func explored(path string) (*table, error) {
	content, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	type key struct{ object, way string }
	figures := map[key][]float64{}
	var objects, ways []string
	for line := range bytes.Lines(content) {
		var r struct {
			Object, Explore string
			Statements      run.Share
		}
		if err := json.Unmarshal(line, &r); err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		objects, ways = add(objects, r.Object), add(ways, r.Explore)
		figures[key{r.Object, r.Explore}] = append(figures[key{r.Object, r.Explore}], r.Statements.Percent())
	}
	t := &table{head: append([]string{"page"}, ways...)}
	means := make([][]float64, len(ways))
	for _, object := range objects {
		own := figures[key{object, ways[0]}]
		row := []string{object}
		for i, way := range ways {
			x := figures[key{object, way}]
			means[i] = append(means[i], stat.Mean(x, nil))
			cell := mean(x, 1)
			if i > 0 {
				cell += " (" + number(stats.A12(own, x), 2) + ")"
			}
			row = append(row, cell)
		}
		t.row(row...)
	}
	row := []string{"mean"}
	for _, m := range means {
		row = append(row, mean(m, 1))
	}
	t.row(row...)
	return t, nil
}
