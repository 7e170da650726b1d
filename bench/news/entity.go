package news

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/evoke-go/evoke/bench/news/store"
)

const (
	maxAuthor = 32
	maxText   = 1024
)

// firstPublished is when all news are made, since a clock would make answers
// differ from run to run.
var firstPublished = time.Date(2017, time.July, 13, 12, 0, 0, 0, time.UTC)

// errViolated says that an entity breaks one of its rules.
var errViolated = errors.New("constraint violated")

// validate says which rule of an entity is broken, if any.
func validate(n *store.News) error {
	if isBlank(n.AuthorID) || utf8.RuneCountInString(n.AuthorID) > maxAuthor {
		return fmt.Errorf("authorId: %w", errViolated)
	}
	if isBlank(n.Text) || utf8.RuneCountInString(n.Text) > maxText {
		return fmt.Errorf("text: %w", errViolated)
	}
	if !isCountry(n.Country) {
		return fmt.Errorf("country: %w", errViolated)
	}
	return nil
}

// isCountry says whether a name is one of the list, whatever its case.
func isCountry(name string) bool {
	for _, c := range countries {
		if strings.EqualFold(c, name) {
			return true
		}
	}
	return false
}

// newsDTO is a news as it is sent and received. All members may be null or
// missing in a request.
type newsDTO struct {
	AuthorID     *string    `json:"authorId"`
	Country      *string    `json:"country"`
	CreationTime *time.Time `json:"creationTime"`
	// ID is the deprecated name of NewsID; answers have both.
	ID     *string `json:"id"`
	NewsID *string `json:"newsId"`
	Text   *string `json:"text"`
}

// convert returns a news as it is sent.
func convert(n store.News) newsDTO {
	id := strconv.FormatInt(n.ID, 10)
	return newsDTO{
		NewsID:       &id,
		ID:           &id,
		AuthorID:     &n.AuthorID,
		Text:         &n.Text,
		Country:      &n.Country,
		CreationTime: &n.CreationTime,
	}
}

// convertAll returns a list as it is sent.
func convertAll(list []store.News) []newsDTO {
	all := make([]newsDTO, 0, len(list))
	for _, n := range list {
		all = append(all, convert(n))
	}
	return all
}
