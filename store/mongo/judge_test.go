package mongo

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.mongodb.org/mongo-driver/v2/bson"

	"github.com/evoke-go/evoke/store"
	"github.com/evoke-go/evoke/value"
)

// parsed returns a document in extended JSON.
func parsed(t *testing.T, text string) bson.D {
	t.Helper()
	var out bson.D
	require.NoError(t, bson.UnmarshalExtJSON([]byte(text), false, &out), text)
	return out
}

func judged(t *testing.T, text string, documents ...bson.D) store.Query {
	t.Helper()
	f := filter{"find", "c", parsed(t, text)}
	return translate(f.document).judge(f, documents)
}

// TestFilters: for each operator there is a document that the filter wants and finds, and documents that it does not
// find.
func TestFilters(t *testing.T) {
	for name, tt := range map[string]struct {
		filter, text string
		found        []string // besides the wanted document
		not          []string
	}{
		"equality": {`{"code": "x"}`, `{code: ?}`, []string{`{"code": ["y", "x"]}`}, []string{`{}`, `{"code": "y"}`}},
		"nested": {`{"address.city": "Oslo"}`, `{address.city: ?}`,
			[]string{`{"address": {"city": "Oslo", "zip": 1}}`, `{"address": [{}, {"city": "Oslo"}]}`},
			[]string{`{"address": {"city": "Bergen"}}`, `{"address": "Oslo"}`}},
		"$eq": {`{"n": {"$eq": 7}}`, `{n: {$eq: ?}}`, []string{`{"n": 7.0}`}, []string{`{"n": 8}`}},
		"$ne": {`{"n": {"$ne": 7}, "m": 1}`, `{m: ?, n: {$ne: ?}}`, []string{`{"m": 1}`},
			[]string{`{"n": 7, "m": 1}`}},
		"$gt": {`{"n": {"$gt": 41}}`, `{n: {$gt: ?}}`, nil, []string{`{"n": 41}`, `{}`}},
		"$gte": {`{"n": {"$gte": 4.5, "$lt": 4.75}}`, `{n: {$gte: ?, $lt: ?}}`, nil,
			[]string{`{"n": 4}`, `{"n": 5}`}},
		"$lte": {`{"n": {"$lte": -3}}`, `{n: {$lte: ?}}`, nil, []string{`{"n": 0}`}},
		"$in":  {`{"s": {"$in": ["a", "b"]}}`, `{s: {$in: [?]}}`, []string{`{"s": "b"}`}, []string{`{"s": "c"}`}},
		"$in with null": {`{"s": {"$in": ["a", null]}, "n": 1}`, `{n: ?, s: {$in: [?]}}`, []string{`{"n": 1}`},
			[]string{`{"s": "c", "n": 1}`}},
		"$nin": {`{"s": {"$nin": ["a", "b"]}, "n": 1}`, `{n: ?, s: {$nin: [?]}}`, []string{`{"s": "c", "n": 1}`},
			[]string{`{"s": "a", "n": 1}`}},
		"$exists": {`{"s": {"$exists": true}}`, `{s: {$exists: true}}`, []string{`{"s": {"a": 1}}`}, []string{`{}`}},
		"not $exists": {`{"s": {"$exists": false}, "n": 1}`, `{n: ?, s: {$exists: false}}`, nil,
			[]string{`{"s": 1, "n": 1}`}},
		"$and": {`{"$and": [{"a": 1}, {"b": {"$gt": 2}}]}`, `{$and: [{a: ?}, {b: {$gt: ?}}]}`, nil,
			[]string{`{"a": 1}`}},
		"$or": {`{"$or": [{"a": 1}, {"b": 2}]}`, `{$or: [{a: ?}, {b: ?}]}`, []string{`{"b": 2}`},
			[]string{`{"a": 2, "b": 1}`}},
		"$nor": {`{"$nor": [{"a": 1}, {"b": 2}], "c": 3}`, `{$nor: [{a: ?}, {b: ?}], c: ?}`, nil,
			[]string{`{"a": 1, "c": 3}`, `{"b": 2, "c": 3}`}},
		"not true": {`{"on": {"$ne": true}, "n": 1}`, `{n: ?, on: {$ne: true}}`, []string{`{"on": false, "n": 1}`},
			[]string{`{"on": true, "n": 1}`}},
		"$not": {`{"n": {"$not": {"$gt": 5}}, "m": 1}`, `{m: ?, n: {$not: {$gt: ?}}}`, nil,
			[]string{`{"n": 6, "m": 1}`}},
		"prefix": {`{"s": {"$regex": "^ab"}}`, `{s: {$regex: ?}}`, []string{`{"s": "abc"}`}, []string{`{"s": "cab"}`}},
		"regex": {`{"s": {"$regex": "^[A-Z]{2}-[0-9]+$"}}`, `{s: {$regex: ?}}`, []string{`{"s": ["x", "NO-17"]}`},
			[]string{`{"s": "no-17"}`, `{"s": 5}`}},
		"regex in any case": {`{"s": {"$regex": "oslo", "$options": "i"}}`, `{s: {$options: ?, $regex: ?}}`,
			[]string{`{"s": "East OSLO"}`}, []string{`{"s": "Bergen"}`}},
		"$elemMatch": {`{"items": {"$elemMatch": {"sku": "a", "n": {"$gte": 5}}}}`,
			`{items: {$elemMatch: {n: {$gte: ?}, sku: ?}}}`, nil,
			[]string{`{"items": [{"sku": "a", "n": 1}, {"sku": "b", "n": 9}]}`, `{"items": []}`}},

		"$elemMatch of values": {`{"marks": {"$elemMatch": {"$gt": 3, "$lt": 5}}}`,
			`{marks: {$elemMatch: {$gt: ?, $lt: ?}}}`,
			[]string{`{"marks": [1, 4]}`}, []string{`{"marks": [1, 9]}`}},
		"$all": {`{"tags": {"$all": ["a", "b"]}}`, `{tags: {$all: [?, ?]}}`, []string{`{"tags": ["b", "c", "a"]}`},
			[]string{`{"tags": ["a"]}`, `{"tags": "a"}`}},
		"$size": {`{"tags": {"$size": 2}}`, `{tags: {$size: ?}}`, []string{`{"tags": [1, 2]}`},
			[]string{`{"tags": [1]}`, `{}`}},
		"$all and $size": {`{"tags": {"$all": ["a"], "$size": 3}}`, `{tags: {$all: [?], $size: ?}}`, nil,
			[]string{`{"tags": ["a"]}`}},
		"a boolean": {`{"on": true}`, `{on: true}`, nil, []string{`{"on": false}`}},
		"an id":     {`{"_id": {"$oid": "0123456789abcdef01234567"}}`, `{_id: ?}`, nil, []string{`{"_id": "x"}`}},
		"a time": {`{"at": {"$gt": {"$date": "2026-01-02T03:04:05Z"}}}`, `{at: {$gt: ?}}`, nil,
			[]string{`{"at": {"$date": "2026-01-01T00:00:00Z"}}`}},
		"a document": {`{"address": {"city": "Oslo", "zip": 7}}`, `{address: {city: ?, zip: ?}}`, nil,
			[]string{`{"address": {"city": "Oslo"}}`}},
		"null":    {`{"s": null, "n": 1}`, `{n: ?, s: null}`, []string{`{"n": 1}`}, []string{`{"s": "a", "n": 1}`}},
		"element": {`{"items.0.sku": "a"}`, `{items.0.sku: ?}`, nil, []string{`{"items": [{"sku": "b"}]}`}},
	} {
		t.Run(name, func(t *testing.T) {
			empty := judged(t, tt.filter)
			assert.Equal(t, "find c "+tt.text, empty.Text)
			assert.Less(t, empty.Any, 1.0)
			assert.Len(t, empty.Result.Conditions, len(empty.Conditions))
			if assert.Len(t, empty.Wanted, 1) {
				row := value.Object{}
				for _, a := range empty.Wanted[0].Values {
					row = append(row, value.Member{Name: a.Column, Value: a.Value})
				}
				wanted := string(value.AppendJSON(nil, row))
				assert.InDelta(t, 1, judged(t, tt.filter, parsed(t, wanted)).Any, 0, wanted)
			}
			for _, d := range tt.found {
				assert.InDelta(t, 1, judged(t, tt.filter, parsed(t, d)).Any, 0, d)
			}
			for _, d := range tt.not {
				q := judged(t, tt.filter, parsed(t, d))
				assert.Less(t, q.Any, 1.0, d)
				assert.InDelta(t, 1, q.None, 0, d)
			}
		})
	}
}

// TestConditions: the conditions of a filter have its paths, and operands.
func TestConditions(t *testing.T) {
	q := judged(t, `{"items": {"$elemMatch": {"sku": {"$in": ["a", "b"]}, "n": {"$gt": 5}}}, "tags": {"$size": 2},

				"name": {"$regex": "^x"}, "gone": null}`,
		bson.D{{Key: "items", Value: bson.A{bson.D{{Key: "n", Value: int32(4)}}}}})
	assert.Equal(t, []string{"gone is missing", "items.n > ?", "items.sku IN (?)", "name matches ?",
		"tags has ? elements"}, q.Conditions)
	assert.Greater(t, q.Any, judged(t, `{"items.n": {"$gt": 5000}}`).Any)
}

// TestNearer: a document that is nearer to a filter has a greater score.
func TestNearer(t *testing.T) {
	far, near := bson.D{{Key: "n", Value: int32(5)}}, bson.D{{Key: "n", Value: int32(998)}}
	assert.Less(t, judged(t, `{"n": {"$gt": 1000}}`, far).Any, judged(t, `{"n": {"$gt": 1000}}`, near).Any)
}

// TestAsked: the filters of commands are found.
func TestAsked(t *testing.T) {
	for command, want := range map[string][]string{
		`{"find": "c", "filter": {"a": 1}}`:                                              {`find c {a: ?}`},
		`{"find": "c"}`:                                                                  {`find c {}`},
		`{"count": "c", "query": {"a": 1}}`:                                              {`count c {a: ?}`},
		`{"distinct": "c", "key": "b", "query": {"a": 1}}`:                               {`distinct c {a: ?}`},
		`{"findAndModify": "c", "query": {"a": 1}, "remove": true}`:                      {`findAndModify c {a: ?}`},
		`{"aggregate": "c", "pipeline": [{"$match": {"a": 1}}, {"$group": {"_id": 1}}]}`: {`aggregate c {a: ?}`},
		`{"aggregate": "c", "pipeline": [{"$group": {"_id": 1}}]}`:                       nil,
		`{"update": "c", "updates": [{"q": {"a": 1}, "u": {"$set": {"b": 2}}}, {"q": {}}]}`: {`update c {a: ?}`,
			`update c {}`},
		`{"delete": "c", "deletes": [{"q": {"a": 1}, "limit": 1}]}`: {`delete c {a: ?}`},
		`{"insert": "c", "documents": [{"a": 1}]}`:                  nil,
		`{"getMore": 7}`: nil,
		`{}`:             nil,
	} {
		raw, err := bson.Marshal(parsed(t, command))
		require.NoError(t, err)
		filters, _ := asked(raw)
		var got []string
		for _, f := range filters {
			got = append(got, f.verb+" "+f.collection+" "+shape(f.document))
		}
		assert.Equal(t, want, got, command)
	}
}

// member is a document of a program.
type member struct {
	ID    bson.ObjectID `bson:"_id,omitempty"`
	Name  string        `bson:"name,omitempty"`
	Seats []struct {
		Row int `bson:"row"`
	} `bson:"seats"`
	Since bson.DateTime `bson:"since"`
	Boss  *member       `bson:"boss,omitempty"`
}

// TestFields: the fields of a collection come from types, documents and filters.
func TestFields(t *testing.T) {
	f := &field{}
	require.NoError(t, f.learnType(member{}))
	f.learn(parsed(t, `{"name": 5, "_id": 7, "level": 1.5}`))
	translate(parsed(t, `{"_id": {"$oid": "0123456789abcdef01234567"}, "tags": {"$all": ["a"]}, "address.city": "x"}`)).
		learn(f)
	table := store.Table{Columns: f.columns()}
	schema := func(name string) string { return table.Column(name).Schema }
	assert.JSONEq(t, `{"type": ["string", "integer", "null"]}`, schema("name"))
	assert.JSONEq(t, `{"type": ["number", "null"]}`, schema("level"))
	assert.JSONEq(t, `{"type": "array", "items": {"type": "object", "additionalProperties": false,
		"properties": {"row": {"type": ["integer", "null"]}}}}`, schema("seats"))
	assert.JSONEq(t, `{"type": "array", "items": {"type": ["string", "null"]}}`, schema("tags"))
	assert.JSONEq(t, `{"type": "object", "additionalProperties": false, "properties": {"city": {"type":
		["string", "null"]}}}`, schema("address"))
	assert.Contains(t, schema("_id"), "$oid")
	assert.Contains(t, schema("since"), "date-time")
	assert.NotNil(t, table.Column("boss"))
}

// FuzzTranslate: no filter makes the judgement panic, and the same filter has the same judgement.
func FuzzTranslate(f *testing.F) {
	for _, seed := range []string{`{"a": {"$gt": 5}}`, `{"$or": [{"a.0.b": 1}, {"c": {"$size": 3}}]}`,
		`{"a": {"$elemMatch": {"b": {"$regex": "^x+"}}}}`, `{"$and": 5}`, `{"a": {"$in": 5, "$all": 7, "$not": 1}}`,
		`{"": {"$size": -1}}`, `{"a": {"$elemMatch": 5}}`, `{".": 1}`} {
		f.Add(seed, `{"a": [{"b": "xx"}, 7]}`)
	}
	f.Fuzz(func(t *testing.T, text, document string) {
		var of, d bson.D
		if bson.UnmarshalExtJSON([]byte(text), false, &of) != nil ||
			bson.UnmarshalExtJSON([]byte(document), false, &d) != nil {
			return
		}
		first := translate(of).judge(filter{"find", "c", of}, []bson.D{d})
		assert.Equal(t, first, translate(of).judge(filter{"find", "c", of}, []bson.D{d}))
		assert.Len(t, first.Result.Conditions, len(first.Conditions))
		known := &field{}
		known.learn(d)
		translate(of).learn(known)
		known.columns()
	})
}

// BenchmarkJudge measures the judgement of a filter over a hundred documents.
func BenchmarkJudge(b *testing.B) {
	var documents []bson.D
	for i := range 100 {
		documents = append(documents, bson.D{{Key: "code", Value: "x"}, {Key: "n", Value: int32(i)}})
	}
	of := bson.D{{Key: "code", Value: "y"}, {Key: "n", Value: bson.D{{Key: "$gt", Value: int32(50)}}}}
	for b.Loop() {
		translate(of).judge(filter{"find", "c", of}, documents)
	}
}
