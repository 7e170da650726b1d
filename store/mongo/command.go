package mongo

import "go.mongodb.org/mongo-driver/v2/bson"

// filter is the filter of a command.
type filter struct {
	verb, collection string
	document         bson.D
}

// asked returns the filters of a command, and the documents that it inserts.
func asked(raw bson.Raw) (filters []filter, inserted []filter) {
	var command bson.D
	if bson.Unmarshal(raw, &command) != nil || len(command) == 0 {
		return nil, nil
	}
	verb := command[0].Key
	collection, _ := command[0].Value.(string)
	add := func(document any) {
		of, _ := document.(bson.D)
		filters = append(filters, filter{verb, collection, of})
	}
	switch verb {
	case "find":
		add(get(command, "filter"))
	case "count", "distinct", "findAndModify":
		add(get(command, "query"))
	case "aggregate":
		if match, ok := matched(get(command, "pipeline")); ok {
			add(match)
		}
	case "update":
		for _, u := range list(get(command, "updates")) {
			add(get(u, "q"))
			set, _ := get(get(u, "u"), "$set").(bson.D)
			inserted = append(inserted, filter{verb, collection, set})
		}
	case "delete":
		for _, d := range list(get(command, "deletes")) {
			add(get(d, "q"))
		}
	case "insert":
		for _, d := range list(get(command, "documents")) {
			document, _ := d.(bson.D)
			inserted = append(inserted, filter{verb, collection, document})
		}
	}
	return filters, inserted
}

// matched returns the filter at the beginning of a pipeline. A pipeline that begins with another stage has none.
func matched(pipeline any) (bson.D, bool) {
	var out bson.D
	for i, stage := range list(pipeline) {
		match, is := get(stage, "$match").(bson.D)
		if !is {
			return out, i > 0
		}
		out = append(out, match...)
	}
	return out, len(out) > 0
}

// get returns a member of a document, nil for none.
func get(document any, name string) any {
	d, _ := document.(bson.D)
	for _, e := range d {
		if e.Key == name {
			return e.Value
		}
	}
	return nil
}

func list(v any) bson.A {
	out, _ := v.(bson.A)
	return out
}
