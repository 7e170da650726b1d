package ci

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net/url"
	"slices"
	"strings"

	"github.com/evoke-go/evoke/output/escape"
	"github.com/evoke-go/evoke/report"
)

// sarifSchema is the URL of the schema of SARIF 2.1.0.
const sarifSchema = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"

// The parts of SARIF 2.1.0 that this package writes.
type (
	sarifLog struct {
		Schema  string     `json:"$schema"`
		Version string     `json:"version"`
		Runs    []sarifRun `json:"runs"`
	}
	sarifRun struct {
		Tool       sarifTool     `json:"tool"`
		ColumnKind string        `json:"columnKind"`
		Results    []sarifResult `json:"results"`
	}
	sarifTool struct {
		Driver sarifDriver `json:"driver"`
	}
	sarifDriver struct {
		Name           string      `json:"name"`
		Version        string      `json:"version,omitempty"`
		InformationURI string      `json:"informationUri"`
		Rules          []sarifRule `json:"rules"`
	}
	sarifRule struct {
		ID               string    `json:"id"`
		Name             string    `json:"name"`
		ShortDescription sarifText `json:"shortDescription"`
	}
	sarifText struct {
		Text string `json:"text"`
	}
	sarifResult struct {
		RuleID              string            `json:"ruleId"`
		RuleIndex           int               `json:"ruleIndex"`
		Level               string            `json:"level"`
		Message             sarifText         `json:"message"`
		Locations           []sarifLocation   `json:"locations,omitempty"`
		PartialFingerprints map[string]string `json:"partialFingerprints"`
		BaselineState       string            `json:"baselineState,omitempty"`
		Suppressions        []sarifSuppressed `json:"suppressions,omitempty"`
	}
	sarifSuppressed struct {
		Kind          string `json:"kind"`
		Justification string `json:"justification"`
	}
	sarifLocation struct {
		Physical *sarifPhysical `json:"physicalLocation,omitempty"`
		Logical  []sarifLogical `json:"logicalLocations,omitempty"`
	}
	sarifPhysical struct {
		Artifact sarifArtifact `json:"artifactLocation"`
		Region   *sarifRegion  `json:"region,omitempty"`
	}
	sarifArtifact struct {
		URI       string `json:"uri"`
		URIBaseID string `json:"uriBaseId"`
	}
	sarifRegion struct {
		StartLine int `json:"startLine"`
		EndLine   int `json:"endLine"`
	}
	sarifLogical struct {
		FullyQualifiedName string `json:"fullyQualifiedName"`
		Kind               string `json:"kind"`
	}
)

// SARIF writes the faults as SARIF 2.1.0. Each code of Web Fuzzing Commons is a rule, named after the first fault with
// the code. The fingerprint of a result is made of the fault's key, which is the same in each run.
func SARIF(r *report.Report) ([]byte, error) {
	run := sarifRun{ColumnKind: "utf16CodeUnits", Results: []sarifResult{}}
	run.Tool.Driver = sarifDriver{Name: "Evoke", Version: r.Version,
		InformationURI: "https://github.com/evoke-go/evoke", Rules: []sarifRule{}}
	x := findingsOf(r)
	x.found = append(x.found, report.Silenced(r)...)
	for i := range x.found {
		f := &x.found[i]
		result := sarifResult{
			RuleID: fmt.Sprintf("WFC%d", f.Code), Level: "error", Message: sarifText{x.story(f)},
			Locations:           locations(f, x.place(f)),
			PartialFingerprints: map[string]string{"evokeFault/v1": fingerprint(f)},
		}
		result.RuleIndex = run.Tool.Driver.rule(result.RuleID, f)
		if r.Baseline != nil {
			result.BaselineState = "new"
			if x.known(f) {
				result.BaselineState = "unchanged"
			}
		}
		if f.Silenced != "" {
			result.Suppressions = []sarifSuppressed{{"external", escape.Prose(f.Silenced)}}
		}
		run.Results = append(run.Results, result)
	}
	var out bytes.Buffer
	e := json.NewEncoder(&out)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if err := e.Encode(sarifLog{sarifSchema, "2.1.0", []sarifRun{run}}); err != nil {
		return nil, fmt.Errorf("write SARIF: %w", err)
	}
	return escape.JSON(out.Bytes()), nil
}

// rule returns the index of the rule of a fault. It adds the rule if it is new.
func (d *sarifDriver) rule(id string, f *report.Finding) int {
	n := slices.IndexFunc(d.Rules, func(r sarifRule) bool { return r.ID == id })
	if n < 0 {
		n = len(d.Rules)
		text := cmp.Or(escape.Prose(f.Category), "fault")
		d.Rules = append(d.Rules, sarifRule{id, text, sarifText{text}})
	}
	return n
}

// locations returns the locations of a fault: its place, its operation and its function.
func locations(f *report.Finding, p place) []sarifLocation {
	l := sarifLocation{}
	if p.file != "" {
		l.Physical = &sarifPhysical{Artifact: sarifArtifact{(&url.URL{Path: p.file}).EscapedPath(), "%SRCROOT%"}}
		if p.start > 0 {
			l.Physical.Region = &sarifRegion{p.start, max(p.start, p.end)}
		}
	}
	for _, operation := range f.Operations() {
		if operation != "" {
			l.Logical = append(l.Logical, sarifLogical{escape.Line(operation), "resource"})
		}
	}
	if f.Frame != "" {
		l.Logical = append(l.Logical, sarifLogical{escape.Line(f.Frame), "function"})
	}
	if l.Physical == nil && l.Logical == nil {
		return nil
	}
	return []sarifLocation{l}
}

func fingerprint(f *report.Finding) string {
	key := cmp.Or(f.Key, strings.Join([]string{fmt.Sprint(f.Code), f.Operation, f.Reason, f.Where()}, "\x00"))
	sum := sha256.Sum256([]byte(key))
	return hex.EncodeToString(sum[:16])
}
