package redis

import (
	"fmt"
	"reflect"
	"strings"
	"time"

	"github.com/redis/go-redis/v9"

	"github.com/evoke-go/evoke/probe/tables/where"
	"github.com/evoke-go/evoke/value"
)

// form says what a command asks.
type form struct {
	kind kind // of the values; "" for any kind
	// keys says that all arguments are keys.
	keys bool
	// fields says that the arguments behind the key are fields of a hash, or members of a set.
	fields bool
	// counts says that the result is the sum of what was there and the last argument, or 1.
	counts bool
	// absent says that the command does something only if the key is not there.
	absent bool
}

// forms has the commands that ask for keys. It is read-only.
var forms = map[string]form{
	"get": {kind: text}, "getex": {kind: text}, "getdel": {kind: text}, "getrange": {kind: text},
	"strlen": {kind: text}, "mget": {kind: text, keys: true},
	"incr": {kind: number, counts: true}, "decr": {kind: number, counts: true},
	"incrby": {kind: number, counts: true}, "decrby": {kind: number, counts: true},
	"setnx": {kind: text, absent: true},
	"hget":  {kind: hash, fields: true}, "hexists": {kind: hash, fields: true}, "hmget": {kind: hash, fields: true},
	"hstrlen": {kind: hash, fields: true}, "hgetall": {kind: hash}, "hkeys": {kind: hash}, "hvals": {kind: hash},
	"hlen": {kind: hash}, "hincrby": {kind: hash, fields: true, counts: true},
	"sismember": {kind: set, fields: true}, "smismember": {kind: set, fields: true}, "smembers": {kind: set},
	"scard": {kind: set}, "spop": {kind: set}, "srandmember": {kind: set},
	"lrange": {kind: list}, "llen": {kind: list}, "lindex": {kind: list}, "lpop": {kind: list}, "rpop": {kind: list},
	"zscore": {kind: sorted, fields: true}, "zrank": {kind: sorted, fields: true},
	"zrevrank": {kind: sorted, fields: true}, "zrange": {kind: sorted}, "zrevrange": {kind: sorted},
	"zrangebyscore": {kind: sorted}, "zrevrangebyscore": {kind: sorted}, "zcard": {kind: sorted},
	"zcount": {kind: sorted}, "zpopmin": {kind: sorted}, "zpopmax": {kind: sorted},
	"exists": {keys: true}, "ttl": {}, "pttl": {}, "type": {}, "del": {keys: true}, "unlink": {keys: true},
	"expire": {},
}

// answer is a command with the error of its answer, which the command itself gets later.
type answer struct {
	redis.Cmder
	err error
}

// asksOf returns what a command asked, and learns the fields that it named.
func (w *Watcher) asksOf(cmd answer) []ask {
	args := make([]string, len(cmd.Args()))
	for i, a := range cmd.Args() {
		args[i] = fmt.Sprint(a)
	}
	if len(args) < 2 {
		return nil
	}
	name := strings.ToLower(args[0])
	if name == "hset" || name == "hsetnx" {
		w.learn(args[1], args[2:])
	}
	f, known := forms[name]
	if onlyAbsent := name == "set" && has(args[3:], "nx"); onlyAbsent {
		f, known = form{kind: text, absent: true}, true
	}
	switch {
	case !known:
		return nil
	case f.keys:
		return w.each(name, args[1:], cmd)
	case f.fields:
		return w.parts(name, f, args, cmd)
	}
	k := f.kind
	if f.counts {
		k = number
	}
	t := w.at(k, args[1])
	found := present(cmd)
	switch {
	case f.counts:
		found = !begins(cmd, args[2:])
	case f.absent:
		found = !found
	}
	return []ask{{w.text(name, args[1], ""), found, t, w.wanted(t, args[1])}}
}

// each returns what a command with several keys asked. One that only counts them says of all of them that they are
// there, or that none is.
func (w *Watcher) each(name string, keys []string, cmd answer) (out []ask) {
	found := presentEach(cmd, len(keys))
	for i, key := range keys {
		t := w.at(forms[name].kind, key)
		out = append(out, ask{w.text(name, key, ""), found[i], t, w.wanted(t, key)})
	}
	return out
}

// parts returns what a command asked of fields of a hash, or of members of a set.
func (w *Watcher) parts(name string, f form, args []string, cmd answer) (out []ask) {
	key, fields := args[1], args[2:]
	if f.counts {
		fields = args[2:3]
	}
	t, found := w.at(f.kind, key), presentEach(cmd, len(fields))
	for _, field := range fields {
		if f.kind == hash {
			w.tables[t].field(field, f.counts)
		}
	}
	for i, field := range fields {
		a := ask{w.text(name, key, ""), found[i], t, nil}
		if f.kind == hash {
			a.text = w.text(name, key, field)
			a.row = w.wanted(t, key)
		} else {
			a.row = []where.Assigned{{Column: keyColumn, Value: key}, {Column: valuesColumn,
				Value: w.tables[t].members(field)}}
		}
		if f.counts {
			a.found = !begins(cmd, args[3:])
		}
		out = append(out, a)
	}
	return out
}

// text returns the text of a query.
func (w *Watcher) text(name, key, field string) string {
	out := strings.ToUpper(name) + " " + w.names.pattern(key)
	if field == "" {
		return out
	}
	if _, known := w.tables[w.at(hash, key)].fields[field]; !known {
		field = "*"
	}
	return out + " " + field
}

// valueOf returns the result of a command, nil for none.
func valueOf(cmd answer) any {
	if cmd.err != nil {
		return nil
	}
	val := reflect.ValueOf(cmd.Cmder).MethodByName("Val")
	if !val.IsValid() || val.Type().NumIn() != 0 || val.Type().NumOut() == 0 {
		return nil
	}
	return val.Call(nil)[0].Interface()
}

// present reports whether a command found anything.
func present(cmd answer) bool {
	switch v := valueOf(cmd).(type) {
	case nil:
		return false
	case string: // an empty text is there
		return cmd.Name() != "type" || v != "none"
	case time.Duration: // TTL answers -2 for a key that is not there
		return v != -2
	default:
		of := reflect.ValueOf(v)
		if k := of.Kind(); k == reflect.Slice || k == reflect.Map {
			return of.Len() > 0
		}
		return !of.IsZero()
	}
}

// presentEach reports for each of several keys or fields whether a command found it.
func presentEach(cmd answer, n int) []bool {
	out := make([]bool, n)
	switch v := valueOf(cmd).(type) {
	case []any:
		for i := range min(n, len(v)) {
			out[i] = v[i] != nil
		}
	case []bool:
		copy(out, v)
	default:
		all := present(cmd)
		if count, is := v.(int64); is && n > 1 {
			all = count >= int64(n)
		}
		if strings.HasPrefix(cmd.Name(), "z") { // a score or a rank of 0 is there
			all = cmd.err == nil
		}
		for i := range out {
			out[i] = all
		}
	}
	return out
}

// begins reports whether a counter began with a command: the result is the step.
func begins(cmd answer, args []string) bool {
	n, _ := valueOf(cmd).(int64)
	step := "1"
	if len(args) > 0 {
		step = args[0]
	}
	text := fmt.Sprint(n)
	return text == step || text == "-"+step
}

// has reports whether an argument of a command is there.
func has(args []string, word string) bool {
	for _, a := range args {
		if strings.EqualFold(a, word) {
			return true
		}
	}
	return false
}

// members returns the value of a set or a sorted set with a member.
func (t *table) members(name string) any {
	if t.kind == sorted {
		return []any{value.Object{{Name: "member", Value: name}, {Name: "score", Value: int64(1)}}}
	}
	return []any{name}
}
