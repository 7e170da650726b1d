package service

import (
	"fmt"
	"math"
	"time"
)

// spent is where the time of a search goes. It must not reach any result but
// warnings for people who wait.
type spent struct {
	Resets, Logins                  int
	Resetting, LoggingIn, Answering time.Duration
}

const (
	// slowReset is how long a reset or a log-in takes that is worth a warning, and
	// leastShare the part of the time that all of them take then.
	slowReset  = 20 * time.Millisecond
	leastShare = 0.3
)

// slow says how long each of some pieces of work takes and which part of the time all of
// them take, if that is worth a warning. Both are rounded to one digit, so that they
// seldom differ between runs.
func (s *spent) slow(n int, took time.Duration) (text string, ok bool) {
	all := s.Resetting + s.LoggingIn + s.Answering
	if n == 0 || float64(took) < leastShare*float64(all) {
		return "", false
	}
	each := took / time.Duration(n)
	digit := time.Millisecond
	for 10*digit <= each {
		digit *= 10
	}
	share := 10 * math.Round(10*float64(took)/float64(all))
	return fmt.Sprintf("about %s, about %.0f %% of the time of the search", each.Round(digit), share), each >= slowReset
}

// earlyResets is how many resets tell how long the others will take.
const earlyResets = 3

// News says once, as soon as it is measured, that resets are what a search waits for, and what helps; "" for nothing.
// It is for people who wait, and for no result.
func (s *Service) News() string {
	spent := &s.system.spent
	if s.told || spent.Resets < earlyResets {
		return ""
	}
	s.told = true
	return s.slowResets()
}

// Slow says what takes most of the time besides calls, and what helps.
func (s *Service) Slow() (out []string) {
	spent := &s.system.spent
	if text := s.slowResets(); text != "" {
		out = append(out, text)
	}
	if text, slow := spent.slow(spent.Logins, spent.LoggingIn); slow {
		advice := "users with a token that lasts (auth.Bearer, auth.APIKey) need none, and a cheap hash of " +
			"passwords is enough for tests"
		if s.anew {
			advice = "without rest.Options.LoginEachTest users log in anew only where that is needed; " + advice
		}
		out = append(out, "a log-in takes "+text+"; "+advice)
	}
	return out
}

// slowResets says how long resets take and what helps, "" where they take no time worth telling.
func (s *Service) slowResets() string {
	spent := &s.system.spent
	if text, slow := spent.slow(spent.Resets, spent.Resetting); slow {
		what, advice := "a reset of the system", "a reset helps that leaves the program running and puts its data "+
			"back, such as a database in memory or a transaction that is rolled back"
		adviser, knows := s.system.Controller.(interface{ ResetAdvice() string })
		switch {
		case knows && adviser.ResetAdvice() != "":
			advice = adviser.ResetAdvice()
		case s.baseURL != "":
			advice = "--restart (System.Restart) in its place takes that once, at the end"
		case s.fresh:
			what, advice = "a new handler for each test",
				"a System.Reset that brings one handler back to its first state may be faster"
		}
		return what + " takes " + text + "; " + advice
	}
	return ""
}
