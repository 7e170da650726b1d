package papercall

import (
	"fmt"
	"slices"
	"strings"

	"github.com/gin-gonic/gin"
)

var statuses = []string{"submitted", "accepted", "waitlisted", "declined", "withdrawn"}

type submission struct {
	no        int
	track     *track
	title     string
	abstract  string
	format    string
	tags      []string
	author    user
	coAuthors []string
	status    string
	revision  int
	waiting   int // place on the waiting list
	reviewers []string
	reviews   []*review
}

type review struct {
	Reviewer   string `json:"reviewer,omitempty"`
	Score      int    `json:"score"`
	Confidence int    `json:"confidence"`
	Comment    string `json:"comment"`
}

type submissionView struct {
	Ref         string    `json:"ref"`
	Track       string    `json:"track"`
	Title       string    `json:"title"`
	Abstract    string    `json:"abstract"`
	Format      string    `json:"format"`
	Minutes     int       `json:"minutes"`
	Tags        []string  `json:"tags"`
	Author      string    `json:"author,omitempty"`
	CoAuthors   *[]string `json:"coAuthors,omitempty"`
	Status      string    `json:"status"`
	Revision    int       `json:"revision"`
	ReviewCount *int      `json:"reviewCount,omitempty"`
	Average     *float64  `json:"averageScore,omitempty"`
}

func (x *submission) ref() string { return fmt.Sprintf("TP-%d", 100+x.no) }

func (x *submission) minutes() int {
	return map[string]int{"lightning": 10, "talk": 30, "workshop": 90}[x.format]
}

// view is what a user sees of a submission: reviewers do not see whose it is, authors do not see how it is scored.
func (s *conference) view(x *submission, u user) submissionView {
	v := submissionView{
		Ref: x.ref(), Track: x.track.Slug, Title: x.title, Abstract: x.abstract, Format: x.format, Minutes: x.minutes(),
		Tags: x.tags, Status: x.status, Revision: x.revision,
	}
	if u.Role != "reviewer" {
		v.Author, v.CoAuthors = x.author.Name, &x.coAuthors
	}
	if u.Role != "author" {
		n := len(x.reviews)
		v.ReviewCount, v.Average = &n, s.average(x)
	}
	return v
}

// average is the mean of the scores by confidence, in hundredths.
func (s *conference) average(x *submission) *float64 {
	sum, weight := 0, 0
	for _, r := range x.reviews {
		sum, weight = sum+r.Score*r.Confidence, weight+r.Confidence
	}
	if weight == 0 {
		return nil
	}
	hundredths := (200*sum + weight) / (2 * weight)
	if s.bug == 3 {
		hundredths = 100 * sum / weight
	}
	f := float64(hundredths) / 100
	return &f
}

// find returns the submission of the path, if the caller sees it.
func (s *conference) find(c *gin.Context) *submission {
	for _, x := range s.submissions {
		if x.ref() == c.Param("ref") && x.visible(me(c)) {
			return x
		}
	}
	refuse(c, 404, "NOT_FOUND", "there is no such submission")
	return nil
}

func (x *submission) visible(u user) bool { return u.Role != "author" || x.author.Name == u.Name }

func (s *conference) listSubmissions(c *gin.Context) {
	status, hasStatus := c.GetQuery("status")
	if hasStatus && !slices.Contains(statuses, status) {
		refuse(c, 422, "INVALID", "status must be one of "+strings.Join(statuses, ", "))
		return
	}
	slug, hasTrack := c.GetQuery("track")
	tags := c.QueryArray("tag")
	if s.bug == 8 && len(tags) > 1 {
		tags = tags[:1]
	}
	out := []submissionView{}
	for _, x := range s.submissions {
		switch {
		case !x.visible(me(c)), hasStatus && x.status != status, hasTrack && x.track.Slug != slug,
			slices.ContainsFunc(tags, func(tag string) bool { return !slices.Contains(x.tags, tag) }):
			continue
		}
		v := s.view(x, me(c))
		if s.bug == 1 {
			v.Author = x.author.Name
		}
		out = append(out, v)
	}
	paged(c, out)
}

func (s *conference) getSubmission(c *gin.Context) {
	if x := s.find(c); x != nil {
		c.JSON(200, s.view(x, me(c)))
	}
}

func (s *conference) createSubmission(c *gin.Context) {
	in := struct {
		Track, Title, Abstract, Format string
		Tags, CoAuthors                []string
	}{Tags: []string{}, CoAuthors: []string{}}
	if !read(c, "NewSubmission", &in) {
		return
	}
	t := s.track(in.Track)
	if t == nil {
		refuse(c, 422, "INVALID", "/track is not known")
		return
	}
	if !t.Open {
		refuse(c, 409, "TRACK_CLOSED", "the track takes no submissions any more")
		return
	}
	x := &submission{
		no: len(s.submissions) + 1, track: t, title: in.Title, abstract: in.Abstract, format: in.Format, tags: in.Tags,
		author: me(c), coAuthors: in.CoAuthors, status: "submitted", revision: 1,
	}
	s.submissions = append(s.submissions, x)
	c.Header("Location", "/submissions/"+x.ref())
	c.JSON(201, s.view(x, me(c)))
}

func (s *conference) patchSubmission(c *gin.Context) {
	x := s.find(c)
	if x == nil {
		return
	}
	var in struct {
		Title, Abstract *string
		Tags, CoAuthors *[]string
	}
	if !read(c, "SubmissionPatch", &in) || !x.is(c, "submitted") {
		return
	}
	for _, name := range x.reviewers {
		if u, _ := userNamed(name); in.CoAuthors != nil && slices.Contains(*in.CoAuthors, u.email()) {
			refuse(c, 409, "CONFLICT_OF_INTEREST", name+" is to review the submission")
			return
		}
	}
	if in.Title != nil {
		x.title = *in.Title
	}
	if in.Abstract != nil {
		x.abstract = *in.Abstract
	}
	if in.Tags != nil && (s.bug != 6 || len(*in.Tags) > 0) {
		x.tags = *in.Tags
	}
	if in.CoAuthors != nil {
		x.coAuthors = *in.CoAuthors
	}
	x.revision++
	c.JSON(200, s.view(x, me(c)))
}

// is refuses if the submission has none of the statuses.
func (x *submission) is(c *gin.Context, statuses ...string) bool {
	if slices.Contains(statuses, x.status) {
		return true
	}
	refuse(c, 409, "WRONG_STATUS", x.ref()+" is "+x.status)
	return false
}

func (s *conference) withdraw(c *gin.Context) {
	x := s.find(c)
	if x == nil || !x.is(c, "submitted", "accepted", "waitlisted") {
		return
	}
	before := x.status
	x.status = "withdrawn"
	switch {
	case before == "accepted":
		x.track.Accepted--
		s.promote(x.track)
	case s.bug == 5 && x.track.Accepted > 0:
		x.track.Accepted--
	}
	c.JSON(200, s.view(x, me(c)))
}

// promote accepts the first of the waiting list of a track.
func (s *conference) promote(t *track) {
	var first *submission
	for _, x := range s.submissions {
		if x.track != t || x.status != "waitlisted" {
			continue
		}
		if first == nil || (x.waiting < first.waiting) != (s.bug == 4) {
			first = x
		}
	}
	if first != nil {
		first.status = "accepted"
		t.Accepted++
	}
}

func (s *conference) listAssignments(c *gin.Context) {
	x := s.find(c)
	if x == nil {
		return
	}
	out := []gin.H{}
	for _, name := range x.reviewers {
		out = append(out, gin.H{"reviewer": name, "done": x.reviewOf(name) != nil})
	}
	c.JSON(200, out)
}

func (x *submission) reviewOf(name string) *review {
	for _, r := range x.reviews {
		if r.Reviewer == name {
			return r
		}
	}
	return nil
}

func (s *conference) assign(c *gin.Context) {
	x := s.find(c)
	if x == nil {
		return
	}
	var in struct{ Reviewer string }
	if !read(c, "NewAssignment", &in) {
		return
	}
	u, ok := userNamed(in.Reviewer)
	switch {
	case !ok || u.Role != "reviewer":
		refuse(c, 422, "INVALID", "/reviewer is no reviewer")
	case !x.is(c, "submitted"):
	case slices.Contains(x.reviewers, u.Name):
		refuse(c, 409, "ASSIGNED_ALREADY", u.Name+" reviews it already")
	case slices.Contains(x.coAuthors, u.email()):
		refuse(c, 409, "CONFLICT_OF_INTEREST", u.Name+" is a co-author")
	default:
		x.reviewers = append(x.reviewers, u.Name)
		c.JSON(201, gin.H{"reviewer": u.Name, "done": false})
	}
}

func (s *conference) unassign(c *gin.Context) {
	x := s.find(c)
	if x == nil {
		return
	}
	name := c.Param("reviewer")
	if !slices.Contains(x.reviewers, name) {
		refuse(c, 404, "NOT_FOUND", "there is no such assignment")
		return
	}
	if !x.is(c, "submitted") {
		return
	}
	x.reviewers = slices.DeleteFunc(x.reviewers, func(r string) bool { return r == name })
	if s.bug != 2 {
		x.reviews = slices.DeleteFunc(x.reviews, func(r *review) bool { return r.Reviewer == name })
	}
	c.Status(204)
}

func (s *conference) putReview(c *gin.Context) {
	x := s.find(c)
	if x == nil {
		return
	}
	if !slices.Contains(x.reviewers, me(c).Name) {
		refuse(c, 403, "NOT_ASSIGNED", "you do not review this submission")
		return
	}
	var in struct {
		Score, Confidence whole
		Comment           string
	}
	if !read(c, "NewReview", &in) || !x.is(c, "submitted") {
		return
	}
	r := &review{me(c).Name, int(in.Score), int(in.Confidence), in.Comment}
	if old := x.reviewOf(r.Reviewer); old != nil && s.bug != 7 {
		*old = *r
	} else {
		x.reviews = append(x.reviews, r)
	}
	c.JSON(200, r)
}

func (s *conference) listReviews(c *gin.Context) {
	x := s.find(c)
	if x == nil {
		return
	}
	out, u := []review{}, me(c)
	for _, r := range x.reviews {
		seen := *r
		switch u.Role {
		case "reviewer":
			if x.reviewOf(u.Name) == nil && x.status == "submitted" {
				continue
			}
		case "author":
			if x.status == "submitted" {
				continue
			}
			seen.Reviewer = ""
		}
		out = append(out, seen)
	}
	c.JSON(200, out)
}

func (s *conference) decide(c *gin.Context) {
	x := s.find(c)
	if x == nil {
		return
	}
	var in struct{ Outcome string }
	if !read(c, "Decision", &in) || !x.is(c, "submitted", "waitlisted") {
		return
	}
	for _, name := range x.reviewers {
		if x.reviewOf(name) == nil {
			refuse(c, 409, "REVIEW_MISSING", name+" has not handed in a review")
			return
		}
	}
	switch in.Outcome {
	case "accept":
		if x.track.Accepted >= x.track.Slots {
			refuse(c, 409, "TRACK_FULL", "the track has no slot left")
			return
		}
		x.track.Accepted++
		x.status = "accepted"
	case "waitlist":
		if x.status == "waitlisted" {
			refuse(c, 409, "WRONG_STATUS", x.ref()+" is waitlisted already")
			return
		}
		s.waited++
		x.waiting, x.status = s.waited, "waitlisted"
	case "decline":
		x.status = "declined"
	}
	c.JSON(200, s.view(x, me(c)))
}
