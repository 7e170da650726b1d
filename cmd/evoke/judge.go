package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/evoke-go/evoke/cmd/evoke/internal/project"
	"github.com/evoke-go/evoke/cmd/evoke/internal/recording"
	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/output/escape"
	"github.com/evoke-go/evoke/report"
	"github.com/evoke-go/evoke/rest"
	"github.com/evoke-go/evoke/rest/oracle"
	"github.com/evoke-go/evoke/suite"
)

const judgeHelp = `Judge the answers in a HAR file, which browsers, proxies and test tools write:
server errors, answers that break the schema, and the silent faults that several
calls show together, as in a search. Nothing is called. Without --schema it is
the one of evoke.yaml, or the only one below this folder.

The rules take for granted that nobody but the recorded clients changed anything
meanwhile. So the recording is cut at pauses (--gap), at changes without an
answer and at changes at the same time, and its parts are judged apart. Where
others used the service too, --gap 0 judges each call alone.

Users are told apart by the names in their log-ins, JSON Web Tokens and HTTP
basic credentials, and otherwise by their credentials, which are not printed. A
file without any credential, as browsers write it, is taken for one user's.

Exit codes: 0 no faults; 1 faults found; 2 the files could not be read.`

const judgeExamples = `  # what a tester clicked through, saved in the browser
  evoke judge calls.har --schema openapi.yaml

  # the rules of HTTP too, and one more
  evoke judge calls.har --with protocol,102

  # for programs, and for evoke report --diff
  evoke judge --json calls.har > judged.json`

// defaultGap is the longest pause between calls that are judged together.
const defaultGap = time.Minute

// judging has the flags of evoke judge.
type judging struct {
	schema string
	refs   []string
	with   []string
	gap    time.Duration
	asJSON bool
}

func newJudge() *cobra.Command {
	var j judging
	cmd := &cobra.Command{
		Use:     "judge FILE",
		Short:   "Judge recorded calls and their answers",
		Long:    judgeHelp,
		Example: judgeExamples,
		Args:    cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, files []string) error {
			r, rec, err := j.judge(cmd.Context(), files[0])
			if err != nil {
				return fmt.Errorf("evoke judge: %w", err)
			}
			if err := j.write(cmd.OutOrStdout(), r, rec, files[0]); err != nil {
				return fmt.Errorf("evoke judge: %w", err)
			}
			if len(report.Findings(r)) > 0 {
				return errFaults
			}
			return nil
		},
	}
	f := cmd.Flags()
	f.SortFlags = false
	f.StringVar(&j.schema, "schema", "", "OpenAPI or Swagger document: a path or a URL")
	f.StringArrayVar(&j.refs, "refs", nil,
		"`folder` or URL that references may lead to, besides the folder or host of the schema; may be repeated")
	f.StringSliceVar(&j.with, "with", nil, "`codes` of rules that are off by default, with commas between them; "+
		"protocol stands for those of HTTP")
	f.DurationVar(&j.gap, "gap", defaultGap, "longest pause between calls that are judged together; 0 for each alone")
	f.BoolVar(&j.asJSON, "json", false, "write JSON, in the form of report.json")
	wrapped(cmd)
	return cmd
}

// judge reads a recording, and returns it with a report of its faults.
func (j *judging) judge(ctx context.Context, file string) (*report.Report, *recording.Recording, error) {
	var named []string
	if j.schema != "" {
		named = []string{j.schema}
	}
	schema, refs, err := schemaNamed(named)
	if err != nil {
		return nil, nil, err
	}
	with, err := project.ParseCodes(j.with)
	if err != nil {
		return nil, nil, fmt.Errorf("--with: %w", err)
	}
	doc, err := openapi.Load(ctx, schema, openapi.Options{Refs: append(j.refs, refs...)})
	if err != nil {
		return nil, nil, err
	}
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, nil, err
	}
	rec, err := recording.Read(data, doc, j.gap)
	if err != nil {
		return nil, nil, fmt.Errorf("%s: %w", file, err)
	}
	session := rest.NewSession(doc, rest.Options{With: with})
	session.BasePath = rec.BasePath
	return judged(rec, doc, session), rec, nil
}

// judged returns a report of the faults in a recording.
func judged(rec *recording.Recording, doc *openapi.Document, session *oracle.Session) *report.Report {
	out := &report.Report{Version: version(), Suite: &suite.Suite{Title: doc.Title}, FaultNotes: map[string]string{}}
	calls, shown := map[*openapi.Operation]*report.Operation{}, map[string][]int{}
	for _, op := range doc.Operations {
		calls[op] = &report.Operation{Name: op.Name(), Outcomes: map[string]int{}}
	}
	for _, part := range rec.Parts {
		session.Begin()
		for _, c := range part {
			found := session.Judge(c.Exchange)
			if op := calls[c.Operation]; op != nil {
				op.Calls++
				op.Outcomes[strconv.Itoa(c.Response.Status)]++
				out.Calls++
			}
			for i := range found {
				if calls[found[i].On(c.Operation)] == nil {
					continue // nobody has declared what it should be
				}
				f := oracle.Fault{Finding: found[i], Operation: found[i].On(c.Operation)}
				plain := f.Plain()
				if shown[plain.Key] == nil {
					out.Untested = append(out.Untested, plain)
				}
				shown[plain.Key] = append(shown[plain.Key], c.Number)
			}
		}
	}
	for _, op := range doc.Operations {
		if calls[op].Calls > 0 {
			out.Operations = append(out.Operations, *calls[op])
		}
	}
	for key, numbers := range shown {
		out.FaultNotes[key] = "call " + strconv.Itoa(numbers[0]) + " of the recording"
		if more := len(numbers) - 1; more > 0 {
			out.FaultNotes[key] += ", and " + strconv.Itoa(more) + " more"
		}
	}
	return out
}

// write prints the faults of a recording.
func (j *judging) write(w io.Writer, r *report.Report, rec *recording.Recording, file string) error {
	if j.asJSON {
		content, err := report.JSON(r)
		if err == nil {
			_, err = w.Write(content)
		}
		return err
	}
	fmt.Fprintf(w, "%s: %s of %s by %s, in %s\n", escape.Line(file), counted(r.Calls, "call"),
		counted(len(r.Operations), "operation"), counted(rec.Users, "user"), counted(len(rec.Parts), "part"))
	if len(rec.LeftOut) > 0 {
		fmt.Fprintf(w, "Calls left out: %s\n", strings.Join(rec.LeftOut, ", "))
	}
	return report.WriteFaults(w, r)
}
