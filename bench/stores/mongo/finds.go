package mongo

import (
	"net/http"
	"time"

	"go.mongodb.org/mongo-driver/v2/bson"
	driver "go.mongodb.org/mongo-driver/v2/mongo"

	"github.com/evoke-go/evoke/bench/stores/internal/goal"
)

// kind is a service and its call. The path has the parameter {code}.
type kind struct {
	name, method, path string
	pattern            string // of the code, "" for any text
	handle             func(d *driver.Database) http.HandlerFunc
}

// finds are services that answer their goal if a filter finds a document.
func finds() []kind {
	between := func(from, to int) bson.D {
		at := func(month int) time.Time { return time.Date(2031, time.Month(month), 1, 0, 0, 0, 0, time.UTC) }
		return bson.D{{Key: "$gte", Value: at(from)}, {Key: "$lt", Value: at(to)}}
	}
	is := func(key string, v any) bson.E { return bson.E{Key: key, Value: v} }
	op := func(key, name string, v any) bson.E { return is(key, bson.D{is(name, v)}) }
	return []kind{
		found("nested", "parcels", func(code string) bson.D { return bson.D{is("code", code), is("to.city", "Oslo")} }),
		found("comparison", "accounts", func(code string) bson.D {
			return bson.D{is("owner", code), op("balance", "$lt", -100)}
		}),
		found("times", "events", func(code string) bson.D { return bson.D{is("room", code), is("at", between(3, 4))} }),
		found("in", "files", func(code string) bson.D {
			return bson.D{is("name", code), op("state", "$in", bson.A{"frozen", "seized"}), is("public", true)}
		}),
		found("not-in", "doors", func(code string) bson.D {
			return bson.D{is("name", code), op("state", "$nin", bson.A{"open", "locked"}), op("opened", "$ne", 0)}
		}),
		found("exists", "contracts", func(code string) bson.D {
			return bson.D{is("number", code), op("ended", "$exists", true), op("reason", "$exists", false)}
		}),
		found("or", "guests", func(code string) bson.D {
			return bson.D{is("name", code), is("$nor", bson.A{bson.D{is("banned", true)}}),
				is("$or", bson.A{bson.D{is("vip", true)}, bson.D{op("points", "$gte", 900)}})}
		}),
		found("not", "exams", func(code string) bson.D {
			return bson.D{is("student", code), is("points", bson.D{op("$not", "$lt", 50)}),
				op("points", "$exists", true)}
		}),
		found("regex", "cars", func(code string) bson.D {
			return bson.D{is("owner", code), op("plate", "$regex", "^[A-Z]{2}[0-9]{4}$")}
		}),
		found("prefix", "pages", func(code string) bson.D {
			return bson.D{is("site", code), is("path", bson.Regex{Pattern: "^/drafts/"})}
		}),
		found("element", "runs", func(code string) bson.D {
			return bson.D{is("code", code), op("laps", "$elemMatch", bson.D{is("$gte", 80), is("$lt", 83)})}
		}),
		found("all", "crates", func(code string) bson.D {
			return bson.D{is("code", code), is("marks", bson.D{is("$all", bson.A{"fragile", "cold"}), is("$size", 3)})}
		}),
	}
}

// found is a service that answers its goal if a filter finds a document.
func found(name, collection string, filter func(code string) bson.D) kind {
	return kind{name: name, method: "GET", path: "/" + collection + "/{code}",
		handle: func(d *driver.Database) http.HandlerFunc {
			return func(w http.ResponseWriter, r *http.Request) {
				n, err := d.Collection(collection).CountDocuments(r.Context(), filter(r.PathValue("code")))
				goal.Decide(w, err == nil && n > 0)
			}
		}}
}

// openAPI returns the document of the service.
func (k kind) openAPI() string {
	of := goal.Stored(k.name, k.method, k.path)
	of.Pattern = k.pattern
	return of.OpenAPI()
}
