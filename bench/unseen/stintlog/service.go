package stintlog

import (
	"slices"
	"strings"
	"time"
)

// service has the rules.
type service struct {
	repo repository
	bug  int
}

// personOf returns the person with a name.
func personOf(username string) (Person, bool) {
	i := slices.IndexFunc(people, func(p Person) bool { return p.Username == username })
	if i < 0 {
		return Person{}, false
	}
	return people[i], true
}

// sees says whether somebody may see the stints and weeks of a person.
func (p Person) sees(username string) bool {
	other, ok := personOf(username)
	switch p.Role {
	case payroll:
		return ok
	case lead:
		return ok && other.Team == p.Team
	}
	return username == p.Username
}

// ProjectView is a project and what was done on it.
type ProjectView struct {
	Project
	Stints, Minutes, Billed int
}

func (s *service) view(p Project) ProjectView {
	v := ProjectView{Project: p}
	for _, x := range s.repo.Stints(Filter{Project: p.Code}) {
		v.Stints++
		v.Minutes += x.Minutes()
		v.Billed += x.Billed()
	}
	if s.bug == 2 {
		v.Billed = roundUp(v.Minutes)
	}
	return v
}

// ListProjects returns the projects of the caller's team, sorted by code. The payroll gets those of all teams.
func (s *service) ListProjects(who Person) []ProjectView {
	out := []ProjectView{}
	for _, p := range s.repo.Projects() {
		if who.Role == payroll || p.Team == who.Team {
			out = append(out, s.view(p))
		}
	}
	slices.SortFunc(out, func(a, b ProjectView) int { return strings.Compare(a.Code, b.Code) })
	return out
}

// project returns a project that somebody may see.
func (s *service) project(who Person, code string) (Project, error) {
	p, ok := s.repo.Project(code)
	if !ok || (who.Role != payroll && p.Team != who.Team) {
		return p, errNotFound
	}
	return p, nil
}

func (s *service) GetProject(who Person, code string) (ProjectView, error) {
	p, err := s.project(who, code)
	if err != nil {
		return ProjectView{}, err
	}
	return s.view(p), nil
}

// CreateProject adds a project to the team of a lead.
func (s *service) CreateProject(who Person, p Project) (ProjectView, error) {
	if who.Role != lead {
		return ProjectView{}, errForbidden
	}
	if _, taken := s.repo.Project(p.Code); taken {
		return ProjectView{}, stateError{"code_taken", "there is a project with this code"}
	}
	p.Team = who.Team
	s.repo.SaveProject(p)
	return s.view(p), nil
}

// ProjectChange has what to change, nil for what stays.
type ProjectChange struct {
	Title  *string
	Budget *int
	Closed *bool
}

func (s *service) ChangeProject(who Person, code string, c ProjectChange) (ProjectView, error) {
	p, err := s.project(who, code)
	if err != nil {
		return ProjectView{}, err
	}
	if who.Role != lead {
		return ProjectView{}, errForbidden
	}
	if c.Title != nil {
		p.Title = *c.Title
	}
	if s.bug == 3 {
		p.Budget = 0
	}
	if c.Budget != nil {
		p.Budget = *c.Budget
	}
	if c.Closed != nil {
		p.Closed = *c.Closed
	}
	s.repo.SaveProject(p)
	return s.view(p), nil
}

// ListStints returns a page of the stints that somebody may see, and where the next one begins.
func (s *service) ListStints(who Person, f Filter) ([]Stint, *Position) {
	f.Visible = who.sees
	size := f.Limit
	f.Limit++
	page := s.repo.Stints(f)
	if len(page) <= size {
		return page, nil
	}
	last := page[size-1]
	return page[:size], &Position{last.Start, last.No}
}

func (s *service) GetStint(who Person, no int) (Stint, error) {
	x, ok := s.repo.Stint(no)
	if !ok || !who.sees(x.Person) {
		return x, errNotFound
	}
	return x, nil
}

// own returns a stint that somebody may change.
func (s *service) own(who Person, no int) (Stint, error) {
	x, err := s.GetStint(who, no)
	if err == nil && x.Person != who.Username {
		err = errForbidden
	}
	return x, err
}

// unlocked says whether the week of a stint can still be changed.
func (s *service) unlocked(x Stint) error {
	if sheet := s.repo.Sheet(x.Person, x.Week()); sheet.locked() {
		return stateError{"week_locked", "the week " + x.Week() + " is " + sheet.State}
	}
	return nil
}

// fits checks a stint by itself.
func (s *service) fits(who Person, x Stint, projectNew bool) error {
	length := x.End.Sub(x.Start)
	switch {
	case length <= 0:
		return fieldError{"ended_at", "is not after started_at"}
	case length > 16*time.Hour:
		return fieldError{"ended_at", "is more than 16 hours after started_at"}
	case x.Minutes() <= 0:
		return fieldError{"break_minutes", "leaves no time for work"}
	}
	p, err := s.project(who, x.Project)
	if err != nil {
		return fieldError{"project_code", "is no project of the team"}
	}
	if p.Closed && projectNew {
		return stateError{"project_closed", "the project is closed"}
	}
	return nil
}

func (s *service) LogStint(who Person, x Stint) (Stint, error) {
	if who.Role != crew {
		return x, errForbidden
	}
	x.Person = who.Username
	if err := s.fits(who, x, true); err != nil {
		return x, err
	}
	if err := s.unlocked(x); err != nil {
		return x, err
	}
	if s.repo.Overlaps(x) {
		return x, stateError{"overlap", "there is another stint at this time"}
	}
	return s.repo.AddStint(x), nil
}

// StintChange has what to change, nil for what stays.
type StintChange struct {
	Project *string
	Start   *time.Time
	End     *time.Time
	Break   *int
	Note    *string
}

func (s *service) ChangeStint(who Person, no int, c StintChange) (Stint, error) {
	x, err := s.own(who, no)
	if err != nil {
		return x, err
	}
	if err := s.unlocked(x); err != nil {
		return x, err
	}
	projectNew := c.Project != nil && *c.Project != x.Project
	if c.Project != nil {
		x.Project = *c.Project
	}
	if c.Start != nil {
		x.Start = *c.Start
	}
	if c.End != nil {
		x.End = *c.End
	}
	if c.Break != nil {
		x.Break = *c.Break
	}
	if c.Note != nil {
		x.Note = *c.Note
	}
	if err := s.fits(who, x, projectNew); err != nil {
		return x, err
	}
	if s.bug != 5 {
		if err := s.unlocked(x); err != nil {
			return x, err
		}
	}
	if s.repo.Overlaps(x) {
		return x, stateError{"overlap", "there is another stint at this time"}
	}
	s.repo.SaveStint(x)
	return x, nil
}

func (s *service) RemoveStint(who Person, no int) error {
	x, err := s.own(who, no)
	if s.bug == 4 && who.Role == crew && x.No != 0 {
		err = nil
	}
	if err != nil {
		return err
	}
	if err := s.unlocked(x); err != nil {
		return err
	}
	s.repo.RemoveStint(no)
	return nil
}

// DayView is a day of a week.
type DayView struct {
	Day     string
	Minutes int
}

// WeekView is a week of a person.
type WeekView struct {
	Person, Week string
	Sheet
	Days            []DayView
	Minutes, Billed int
}

// week adds up the stints of a week.
func (s *service) week(person, week string) WeekView {
	v := WeekView{Person: person, Week: week, Sheet: s.repo.Sheet(person, week)}
	for _, d := range daysOf(week) {
		v.Days = append(v.Days, DayView{Day: d})
	}
	for _, x := range s.repo.Stints(Filter{Person: person}) {
		for i, d := range v.Days {
			if d.Day == x.Day() {
				v.Days[i].Minutes += x.Minutes()
				v.Minutes += x.Minutes()
				v.Billed += x.Billed()
			}
		}
	}
	return v
}

// visibleWeek says whether there is such a week for somebody.
func (s *service) visibleWeek(who Person, username, week string) error {
	p, ok := personOf(username)
	if !ok || p.Role != crew || !who.sees(username) || daysOf(week) == nil {
		return errNotFound
	}
	return nil
}

func (s *service) GetWeek(who Person, username, week string) (WeekView, error) {
	if err := s.visibleWeek(who, username, week); err != nil {
		return WeekView{}, err
	}
	return s.week(username, week), nil
}

// SubmitWeek hands the own week in.
func (s *service) SubmitWeek(who Person, username, week string) (WeekView, error) {
	if err := s.visibleWeek(who, username, week); err != nil {
		return WeekView{}, err
	}
	if who.Username != username {
		return WeekView{}, errForbidden
	}
	v := s.week(username, week)
	if v.locked() {
		return v, stateError{"week_locked", "the week is " + v.State}
	}
	if v.Minutes == 0 {
		return v, stateError{"week_empty", "the week has no stints"}
	}
	v.State = submitted
	v.Remark = ""
	if v.Submitted == nil || s.bug != 8 {
		v.Submitted = &v.Minutes
	}
	s.repo.SaveSheet(username, week, v.Sheet)
	return v, nil
}

// WithdrawWeek takes the own week back before it is decided.
func (s *service) WithdrawWeek(who Person, username, week string) error {
	if err := s.visibleWeek(who, username, week); err != nil {
		return err
	}
	if who.Username != username {
		return errForbidden
	}
	if state := s.repo.Sheet(username, week).State; state != submitted {
		return stateError{"not_submitted", "the week is " + state}
	}
	s.repo.SaveSheet(username, week, Sheet{State: open})
	return nil
}

// DecideWeek approves or returns a submitted week.
func (s *service) DecideWeek(who Person, username, week, verdict, remark string) (WeekView, error) {
	if err := s.visibleWeek(who, username, week); err != nil {
		return WeekView{}, err
	}
	if who.Role != lead {
		return WeekView{}, errForbidden
	}
	v := s.week(username, week)
	if v.State != submitted {
		return v, stateError{"not_submitted", "the week is " + v.State}
	}
	v.State = approved
	if verdict == "return" {
		v.State = returned
	}
	v.Remark = remark
	s.repo.SaveSheet(username, week, v.Sheet)
	return v, nil
}

// PayLine is what to pay somebody for.
type PayLine struct {
	Person                  string
	Stints, Minutes, Billed int
}

// Payroll adds up the stints of a month in approved weeks, by person.
func (s *service) Payroll(who Person, month string) ([]PayLine, error) {
	if who.Role == crew {
		return nil, errForbidden
	}
	lines := []PayLine{}
	for _, p := range people {
		line := PayLine{Person: p.Username}
		for _, x := range s.repo.Stints(Filter{Person: p.Username, Visible: who.sees}) {
			if strings.HasPrefix(x.Day(), month) && s.repo.Sheet(x.Person, x.Week()).State == approved {
				line.Stints++
				line.Minutes += x.Minutes()
				line.Billed += x.Billed()
			}
		}
		if line.Stints > 0 {
			lines = append(lines, line)
		}
	}
	return lines, nil
}
