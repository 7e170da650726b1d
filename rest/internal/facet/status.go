package facet

import (
	"net/http"
	"slices"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/rest/internal/execute"
	"github.com/evoke-go/evoke/rest/internal/link"
	"github.com/evoke-go/evoke/sut"
)

// Statuses score the status of an answer, and the response that the schema declares for it. A handler that panicked
// counts as a server error, because a client of its server would see such an error.
type Statuses struct{}

// Begin implements [execute.Scorer].
func (Statuses) Begin() {}

// Score implements [execute.Scorer].
func (Statuses) Score(s *execute.Step, board *fitness.Board) (whole bool) {
	op, status := s.Call.Op, s.Answer.Status
	if s.Answer.Outcome == sut.Panicked {
		status = http.StatusInternalServerError
	}
	if status > 0 {
		for class, value := range api.ClassScores(status, countComplaints(s)) {
			board.Score(op.Targets.Class[class], s.Step, value)
		}
		board.Score(op.Targets.OfStatus(status), s.Step, 1)
	}
	if s.Answer.Outcome == sut.Answered {
		if r, media := api.Declared(op.Spec, status, s.Answer.Header.Get("Content-Type")); r != nil {
			board.Score(op.Targets.OfResponse(r, media), s.Step, 1)
		}
		if slices.Contains(refusingStatuses, status) && namesOthers(s) {
			board.Score(op.Targets.OfOther(status), s.Step, 1)
		}
	}
	return false
}

// countComplaints returns the number of complaints in a refusal.
func countComplaints(s *execute.Step) int {
	if !s.Answered(4) {
		return 0
	}
	return len(s.Refusal().Complaints)
}

// refusingStatuses are the statuses with which services refuse users access to data of others. It is read-only.
var refusingStatuses = []int{http.StatusUnauthorized, http.StatusForbidden, http.StatusNotFound}

// namesOthers reports whether the path of a call names a resource that a call of another user created in the same test.
func namesOthers(s *execute.Step) bool {
	about := s.About
	if about.User == "" || about.Forged {
		return false
	}
	return slices.ContainsFunc(s.Uses, func(u link.Use) bool {
		return u.In == openapi.InPath && slices.ContainsFunc(u.Text, func(p link.Piece) bool {
			if p.Origin == nil || p.Origin.Step >= len(about.Before) {
				return false
			}
			by := about.Before[p.Origin.Step]
			return by.User != "" && !by.Forged && by.User != about.User && by.Response.Status/100 == 2
		})
	})
}
