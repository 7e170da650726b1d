package suite_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"pgregory.net/rapid"

	"github.com/evoke-go/evoke/suite"
)

func TestConditionsInWords(t *testing.T) {
	for what, want := range map[string][2]string{ // the sentence, and the name
		`len(term) < 2 is true`:                     {"term is shorter than 2", "TermIsShorterThan2"},
		`len(term) < 2 is false`:                    {"term is at least 2 long", "TermIsAtLeast2Long"},
		`len(in.Title) == 0 is true`:                {"title is empty", "TitleIsEmpty"},
		`len(in.Title) > 0 is true`:                 {"title is not empty", "TitleIsNotEmpty"},
		`0 < len(in.Title) is false`:                {"title is empty", "TitleIsEmpty"},
		`utf8.RuneCountInString(name) > 60 is true`: {"name is longer than 60", "NameIsLongerThan60"},
		`len([]rune(name)) > 60 is true`:            {"name is longer than 60", "NameIsLongerThan60"},
		`len(a) > len(b) is true`: {"the length of a is above the length of b",
			"TheLengthOfAIsAboveTheLengthOfB"},
		`b.Title == "" is true`:                     {"title is empty", "TitleIsEmpty"},
		`strings.TrimSpace(b.Title) != "" is false`: {"title is empty", "TitleIsEmpty"},
		`b.Born.After(now) is true`:                 {"born is after now", "BornIsAfterNow"},
		`b.Born.After(time.Now()) is false`:         {"born is not after now", "BornIsNotAfterNow"},
		`b.Born.IsZero() is true`:                   {"born is zero", "BornIsZero"},
		`errors.Is(err, ErrTaken) is true`:          {"err is ErrTaken", "ErrIsErrTaken"},
		`errors.As(err, &refused) is false`:         {"err is not refused", "ErrIsNotRefused"},
		`!ok is true`:                               {"ok is false", "OkIsFalse"},
		`isStaff is false`:                          {"is not staff", "IsNotStaff"},
		`b.hasStock is true`:                        {"has stock", "HasStock"},
		`who.admin is false`:                        {"who.admin is false", "WhoAdminIsFalse"},
		`r.By == who.name is true`:                  {"by is who.name", "ByIsWhoName"},
		`in.Quantity > b.Stock is true`:             {"quantity is above stock", "QuantityIsAboveStock"},
		`books > 40_000 is false`:                   {"books is at most 40000", "BooksIsAtMost40000"},
		`100 < n is true`:                           {"n is above 100", "NIsAbove100"},
		`n == -1 is true`:                           {"n is -1", "NIsMinus1"},
		`price*quantity >= 1.5 is true`: {"price * quantity is at least 1.5",
			"PriceTimesQuantityIsAtLeast1Point5"},
		`u.password == in.Password is false`:              {"u.password is not password", "UPasswordIsNotPassword"},
		`strings.Contains(strings.ToLower(s), x) is true`: {"s contains x", "SContainsX"},
		`strings.HasPrefix(code, "STAFF-") is true`:       {`code begins with "STAFF-"`, "CodeBeginsWithSTAFF"},
		`re.MatchString(code) is false`:                   {"code does not match re", "CodeDoesNotMatchRe"},
		`slices.Contains(known, id) is false`:             {"known lacks id", "KnownLacksID"},
		`valid(isbn) is false`:                            {"valid of isbn is false", "ValidOfIsbnIsFalse"},
		`to.valid() is false`:                             {"to.valid is false", "ToValidIsFalse"},
		`page.issue() is true`:                            {"page.issue is true", "PageIssueIsTrue"},
		`user.IsAdmin() is false`:                         {"user is not admin", "UserIsNotAdmin"},
		`err != nil is true`:                              {"err is not nil", "ErrIsNotNil"},
		`case order == "price"`:                           {`order is "price"`, "OrderIsPrice"},
		`case r == 'x'`:                                   {`r is "x"`, "RIsX"},
		`switch order: none of the cases`:                 {"order is none of the cases", "OrderIsNoneOfTheCases"},
		`for _, r := range b.reviews is not entered`:      {"reviews is empty", "ReviewsIsEmpty"},
		`users[id] is found`:                              {"id is in users", "IDIsInUsers"},
		`u, ok := s.users[id] is not found`:               {"id is not in users", "IDIsNotInUsers"},
		`isbn.Valid(code) fails`:                          {"valid of code fails", "ValidOfCodeFails"},
		`m["a"] == 3 is true`:                             {`m at "a" is 3`, "MAtAIs3"},
	} {
		got, ok := suite.Condition(suite.Way{What: what})
		assert.True(t, ok, what)
		assert.Equal(t, want, got, what)
	}
}

func TestConditionsWithoutWords(t *testing.T) {
	for _, what := range []string{
		"", "is true", "n > is true", "the moon is full", `f(func() {}) is true`,
		`x == "../../" is true`, `a || b is true`,
		`for i := 0; i < n; i++ is entered`, `invalid("too long") is an error`,
		`v, ok := x.(T) is found`, `f(a, b, c) is true`,
		`x == "a text that is too long for any name of a test" is true`, `len(...) is true`, `case switch`, `switch x`,
	} {
		got, ok := suite.Condition(suite.Way{What: what})
		assert.False(t, ok, "%s: %v", what, got)
	}
}

// Any text of a way makes valid words for a name, the same each time.
func FuzzCondition(f *testing.F) {
	for _, what := range []string{`len(a) < 2 is true`, `case x == "y"`, `m[k] is found`, `for range x is entered`,
		`a.b.c(d) != -1.5 is false`} {
		f.Add(what)
	}
	f.Fuzz(func(t *testing.T, what string) {
		words, ok := suite.Condition(suite.Way{What: what})
		again, _ := suite.Condition(suite.Way{What: what})
		assert.Equal(t, words, again)
		if ok {
			assert.NotEmpty(t, words[1], what)
			assert.Equal(t, words[1], suite.UpperCamel(words[1]), what)
		}
	})
}

// The two outcomes of a comparison never have the same words.
func TestSidesDiffer(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		operand := rapid.SampledFrom([]string{"n", "len(term)", "b.Price", "0", "100", `""`, `"up"`, "f(x)", "-1"})
		source := operand.Draw(t, "x") + rapid.SampledFrom([]string{" == ", " != ", " < ", " <= ", " > ",
			" >= "}).Draw(t, "op") + operand.Draw(t, "y")
		yes, known := suite.Condition(suite.Way{What: source + " is true"})
		no, _ := suite.Condition(suite.Way{What: source + " is false"})
		if known && yes == no {
			t.Fatalf("%s: %v", source, yes)
		}
	})
}
