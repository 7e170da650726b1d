package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/evoke-go/evoke/bench"
	"github.com/evoke-go/evoke/bench/experiment/run"
)

// modulePath is that of the module bench.
const modulePath = "github.com/evoke-go/evoke/bench"

// moduleDir finds the folder of the module bench at or above the current one.
func moduleDir() (string, error) {
	dir, err := os.Getwd()
	if err != nil {
		return "", err
	}
	for {
		content, err := os.ReadFile(filepath.Join(dir, "go.mod"))
		if first, _, _ := strings.Cut(string(content), "\n"); err == nil &&
			strings.TrimSpace(first) == "module "+modulePath {
			return dir, nil
		}
		if filepath.Dir(dir) == dir {
			return "", errors.New("the current folder is not in the module bench")
		}
		dir = filepath.Dir(dir)
	}
}

// syntheticPrefix begins the names of the generated services.
const syntheticPrefix = "n5-"

// groupNamed returns the services that a word of -sut stands for.
func groupNamed(word string) ([]*bench.Service, error) {
	synthetic := func(s *bench.Service) bool { return strings.HasPrefix(s.Name, syntheticPrefix) }
	switch word {
	case "all":
		return bench.All(), nil
	case "real":
		return bench.Services(), nil
	case "unseen":
		return bench.Unseen(), nil
	case "silent":
		return bench.Silent(), nil
	case "synthetic":
		return slices.DeleteFunc(bench.Literature(), func(s *bench.Service) bool { return !synthetic(s) }), nil
	case "literature":
		return slices.DeleteFunc(bench.Literature(), synthetic), nil
	}
	s, err := bench.Named(word)
	return []*bench.Service{s}, err
}

// services returns what -sut names, each once.
func services(words string) ([]string, error) {
	var out []string
	for word := range strings.SplitSeq(words, ",") {
		found, err := groupNamed(strings.TrimSpace(word))
		if err != nil {
			return nil, err
		}
		if len(found) == 0 {
			return nil, fmt.Errorf("there are no services in the group %q", word)
		}
		for _, s := range found {
			if !slices.Contains(out, s.Name) {
				out = append(out, s.Name)
			}
		}
	}
	return out, nil
}

// plan lists all runs of an experiment. The seeds are the outermost loop: what
// an interrupt leaves is an experiment with fewer seeds.
func plan(suts, configs, calls, seeds string) ([]run.Key, error) {
	configs = strings.ReplaceAll(configs, "ablation", ablation())
	if suts == "" {
		return nil, errors.New("-sut is missing: names of services, or literature, synthetic, real, unseen, " +
			"silent, all")
	}
	names, err := services(suts)
	if err != nil {
		return nil, err
	}
	budgets, err := numbers(calls)
	if err != nil {
		return nil, fmt.Errorf("-calls: %w", err)
	}
	first, last, err := seedRange(seeds)
	if err != nil {
		return nil, fmt.Errorf("-seeds: %w", err)
	}
	var out []run.Key
	for seed := first; seed <= last; seed++ {
		for _, budget := range budgets {
			for _, sut := range names {
				for config := range strings.SplitSeq(configs, ",") {
					if _, err := run.Named(config); err != nil {
						return nil, err
					}
					out = append(out, run.Key{SUT: sut, Config: config, Calls: budget, Seed: seed})
				}
			}
		}
	}
	return out, nil
}

// ablation is the default of Evoke, and it without each of its makers of tests.
func ablation() string { return strings.Join(append([]string{defaultConfig}, run.Ablations()...), ",") }

func numbers(words string) (out []int, err error) {
	for word := range strings.SplitSeq(words, ",") {
		n, err := strconv.Atoi(strings.TrimSpace(word))
		if err != nil || n < 1 {
			return nil, fmt.Errorf("%q is no number of calls", word)
		}
		out = append(out, n)
	}
	return out, nil
}

// seedRange reads "10", which is 0 to 9, or "20..29".
func seedRange(text string) (first, last uint64, err error) {
	from, to, isRange := strings.Cut(text, "..")
	if !isRange {
		n, err := strconv.ParseUint(text, 10, 32)
		if err != nil || n == 0 {
			return 0, 0, fmt.Errorf("%q is no number of seeds", text)
		}
		return 0, n - 1, nil
	}
	first, firstErr := strconv.ParseUint(from, 10, 63)
	last, lastErr := strconv.ParseUint(to, 10, 63)
	if firstErr != nil || lastErr != nil || last < first {
		return 0, 0, fmt.Errorf("%q is no range of seeds", text)
	}
	return first, last, nil
}
