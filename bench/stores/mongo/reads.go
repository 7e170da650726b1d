package mongo

import (
	"net/http"

	"go.mongodb.org/mongo-driver/v2/bson"
	driver "go.mongodb.org/mongo-driver/v2/mongo"

	"github.com/evoke-go/evoke/bench/stores/internal/goal"
)

// member is a document of the collection members, and seal one of seals.
type (
	member struct {
		Code  string `bson:"code"`
		Level int    `bson:"level"`
		Plan  plan   `bson:"plan"`
	}
	plan struct {
		Name string `bson:"name"`
	}
	seal struct {
		ID    bson.ObjectID `bson:"_id"`
		State string        `bson:"state"`
	}
	payment struct {
		Code   string `bson:"code"`
		Kind   string `bson:"kind"`
		Amount int    `bson:"amount"`
	}
	trip struct {
		Code   string `bson:"code"`
		Driver string `bson:"driver"`
	}
	person struct {
		Name    string `bson:"name"`
		License string `bson:"license"`
	}
)

// documents are the types of documents by the names of their collections.
func documents() map[string]any {
	return map[string]any{"members": member{}, "seals": seal{}, "payments": payment{}, "trips": trip{},
		"persons": person{}}
}

// reads are services that look into documents.
func reads() []kind {
	return []kind{
		{name: "field", method: "GET", path: "/members/{code}", handle: field},
		{name: "below", method: "GET", path: "/plans/{code}", handle: below},
		{name: "id", method: "GET", path: "/seals/{code}", pattern: "^[0-9a-f]{24}$", handle: byID},
		{name: "aggregate", method: "GET", path: "/payments/{code}", handle: aggregate},
		{name: "update", method: "POST", path: "/stock/{code}", handle: update},
		{name: "two-collections", method: "GET", path: "/trips/{code}", handle: twoCollections},
	}
}

// one reads the first document that a filter finds. It answers 404 and reports false if there is none.
func one(w http.ResponseWriter, r *http.Request, of *driver.Collection, filter bson.D, into any) bool {
	if of.FindOne(r.Context(), filter).Decode(into) != nil {
		w.WriteHeader(http.StatusNotFound)
		return false
	}
	return true
}

func byCode(r *http.Request) bson.D { return bson.D{{Key: "code", Value: r.PathValue("code")}} }

func field(d *driver.Database) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		var m member
		if one(w, r, d.Collection("members"), byCode(r), &m) {
			goal.Decide(w, m.Level > 1200)
		}
	}
}

func below(d *driver.Database) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		var m member
		if one(w, r, d.Collection("members"), byCode(r), &m) {
			goal.Decide(w, m.Plan.Name == "founder")
		}
	}
}

func byID(d *driver.Database) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		id, err := bson.ObjectIDFromHex(r.PathValue("code"))
		if err != nil {
			w.WriteHeader(http.StatusNotFound)
			return
		}
		var s seal
		if one(w, r, d.Collection("seals"), bson.D{{Key: "_id", Value: id}}, &s) {
			goal.Decide(w, s.State == "broken")
		}
	}
}

func aggregate(d *driver.Database) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		match := bson.D{{Key: "code", Value: r.PathValue("code")}, {Key: "kind", Value: "debit"}}
		group := bson.D{{Key: "_id", Value: nil}, {Key: "sum", Value: bson.D{{Key: "$sum", Value: "$amount"}}}}
		cursor, err := d.Collection("payments").Aggregate(r.Context(),
			bson.A{bson.D{{Key: "$match", Value: match}}, bson.D{{Key: "$group", Value: group}}})
		var sums []struct {
			Sum int64 `bson:"sum"`
		}
		if err != nil || cursor.All(r.Context(), &sums) != nil || len(sums) == 0 {
			w.WriteHeader(http.StatusNotFound)
			return
		}
		goal.Decide(w, sums[0].Sum > 5000)
	}
}

func update(d *driver.Database) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		filter := append(byCode(r), bson.E{Key: "left", Value: bson.D{{Key: "$gte", Value: 3}}})
		change := bson.D{{Key: "$inc", Value: bson.D{{Key: "left", Value: -3}}}}
		result, err := d.Collection("stock").UpdateOne(r.Context(), filter, change)
		goal.Decide(w, err == nil && result.MatchedCount == 1)
	}
}

func twoCollections(d *driver.Database) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		var t trip
		if !one(w, r, d.Collection("trips"), byCode(r), &t) {
			return
		}
		var p person
		if one(w, r, d.Collection("persons"), bson.D{{Key: "name", Value: t.Driver}}, &p) {
			goal.Decide(w, p.License == "D1")
		}
	}
}
