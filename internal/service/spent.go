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

// slowness says what takes most of the time besides calls, and what helps.
func (s *Service) slowness() (out []string) {
	spent := &s.system.spent
	if text, slow := spent.slow(spent.Resets, spent.Resetting); slow {
		what, advice := "a reset of the system", "a reset helps that leaves the program running and puts its data back, such as a database in memory or a transaction that is rolled back"
		adviser, knows := s.system.Controller.(interface{ ResetAdvice() string })
		switch {
		case knows && adviser.ResetAdvice() != "":
			advice = adviser.ResetAdvice()
		case s.baseURL != "":
			advice = "--restart (System.Restart) in its place takes that once, at the end"
		case s.fresh:
			what, advice = "a new handler for each test", "a System.Reset that brings one handler back to its first state may be faster"
		}
		out = append(out, what+" takes "+text+"; "+advice)
	}
	if text, slow := spent.slow(spent.Logins, spent.LoggingIn); slow {
		advice := "users with a token that lasts (auth.Bearer, auth.APIKey) need none, and a cheap hash of passwords is enough for tests"
		if s.anew {
			advice = "without rest.Options.LoginEachTest users log in anew only where that is needed; " + advice
		}
		out = append(out, "a log-in takes "+text+"; "+advice)
	}
	return out
}
