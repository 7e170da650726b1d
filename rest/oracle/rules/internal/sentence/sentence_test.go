package sentence_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/rest/oracle/rules/internal/sentence"
)

// trips has an act on an element with a state and persons, below an element with another state.
const trips = `
openapi: 3.0.3
info: {title: trips, version: "1"}
paths:
  /boats/{boat}: {get: {responses: {"200": {description: one, content: {application/json: {schema: {type: object,
    properties: {condition: {type: string, enum: [sound, leaky]}, skipper: {type: string}}}}}}}}}
  /boats/{boat}/trips/{id}:
    get: {responses: {"200": {description: one, content: {application/json: {schema: {type: object, properties: {
      status: {type: string, enum: [planned, under-way, draft, over]}}}}}}}}
    put:
      summary: Change a trip
      description: TEXT
      requestBody: {content: {application/json: {schema: {type: object, properties: {name: {type: string}}}}}}
      responses: {"200": {description: done}, "409": {description: "CONFLICT"}}
`

func lawsOf(t *testing.T, text, conflict string) (means []string, unread []string) {
	source := strings.ReplaceAll(strings.ReplaceAll(trips, "TEXT", "'"+text+"'"), "CONFLICT", conflict)
	doc, err := openapi.Read([]byte(source), openapi.Options{})
	require.NoError(t, err)
	laws := sentence.New(doc.Operations)
	op := doc.Operations[len(doc.Operations)-1]
	require.Equal(t, "PUT", op.Method)
	for _, law := range laws.Of(op) {
		means = append(means, law.Means())
	}
	return means, laws.Unread(op)
}

// TestLaws: a sentence says a law in many ways, and one that says more than is understood says none.
func TestLaws(t *testing.T) {
	for text, want := range map[string]string{
		"Only while `planned`.":                                 "refused unless it is planned",
		"For skippers, as long as the trip is planned (`409`).": "refused unless the trip is planned",
		"Only a draft one (`409`).":                             "refused unless it is draft",
		"Only drafts can be changed.":                           "refused unless it is draft",
		"Only planned or draft trips.":                          "refused unless the trip is planned or draft",
		"The trip has to be under way still.":                   "",
		"The trip has to be under-way still.":                   "refused unless the trip is under_way",
		"409 in any other state than planned.":                  "refused unless it is planned",
		"The boat must be sound.":                               "refused unless the boat is sound",
		"The boat must be planned.":                             "",
		"The harbour must be sound.":                            "",
		"Not once it is over.":                                  "refused if it is over",
		"Refused with 409 if the trip is already over.":         "refused if the trip is over",
		"As long as it is not over (`409`).":                    "refused if it is over",
		"It must not be over.":                                  "refused if it is over",
		"An over trip cannot be changed.":                       "refused if the trip is over",
		"An over trip cannot be deleted.":                       "",
		"A trip that is over cannot be changed.":                "refused if the trip is over",
		"It must be planned, unless the boat is leaky.":         "",
		"The trip must be planned and have a crew.":             "",
		"Only unplanned ones.":                                  "",
		"403 if it is over.":                                    "",
		"It cannot be over.":                                    "",
		"For its skipper.":                                      "for the user that skipper names only",
		"For officers and captains.":                            "for officer or captain only",
		"Only officers see the others.":                         "",
		"The boat stays as it is.":                              "leaves each boat as it is",
		"No two trips have the same name.":                      "refused if another one has the same name",
	} {
		means, _ := lawsOf(t, text, "no")
		assert.Equal(t, want, strings.Join(means, "; "), text)
	}
	means, unread := lawsOf(t, "It must have a crew. Nice to have. At most 3 are\n\n        on board.",
		"The trip is over already")
	assert.Equal(t, []string{"refused if the trip is over"}, means)
	assert.Equal(t, []string{"It must have a crew", "At most 3 are on board"}, unread)
}

// TestAll: a line end, a full stop or a semicolon ends a sentence, unless it goes on with a small letter.
func TestAll(t *testing.T) {
	assert.Equal(t, []string{"Add a trip", "For captains", "Up to 0.5 miles or\u00a0so"},
		sentence.All("Add a trip\nFor captains; Up to 0.5 miles\nor\u00a0so."))
}
