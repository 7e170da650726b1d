package openapi_test

import (
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/openapi"
)

var update = flag.Bool("update", false, "rewrite the golden files")

func TestGolden(t *testing.T) {
	for _, name := range []string{"swagger.yaml", "openapi30.json", "openapi31.yaml", "broken.yaml"} {
		t.Run(name, func(t *testing.T) {
			doc, err := openapi.ReadFile(filepath.Join("testdata", name), openapi.Options{})
			require.NoError(t, err)
			got := dump(doc)
			golden := filepath.Join("testdata", strings.TrimSuffix(name, filepath.Ext(name))+".golden")
			if *update {
				require.NoError(t, os.WriteFile(golden, []byte(got), 0o644))
			}
			want, err := os.ReadFile(golden)
			require.NoError(t, err)
			require.Equal(t, string(want), got)
			for range 3 {
				again, err := openapi.ReadFile(filepath.Join("testdata", name), openapi.Options{})
				require.NoError(t, err)
				require.Equal(t, got, dump(again), "two readings differ")
			}
		})
	}
}

// dump returns a document as text, with one line for each field that is set. A shared schema is written at its first
// use.
func dump(doc *openapi.Document) string {
	d := dumper{seen: map[*openapi.Schema]bool{}}
	d.value("", reflect.ValueOf(*doc), 0)
	return d.String()
}

type dumper struct {
	strings.Builder
	seen map[*openapi.Schema]bool
}

func (d *dumper) line(depth int, name, text string) {
	fmt.Fprintf(d, "%s%s%s\n", strings.Repeat("  ", depth), name, text)
}

func (d *dumper) value(name string, v reflect.Value, depth int) {
	switch v.Kind() {
	case reflect.Pointer:
		d.pointer(name, v, depth)
	case reflect.Struct:
		if name != "" {
			d.line(depth, name, ":")
			depth++
		}
		for i := range v.NumField() {
			field := v.Type().Field(i).Name
			if v.Type().Field(i).Anonymous {
				d.value("", v.Field(i), depth)
				continue
			}
			if f := v.Field(i); !f.IsZero() && !unset(field, f) {
				d.value(field, f, depth)
			}
		}
	case reflect.Slice:
		if v.Type().Elem().Kind() == reflect.String || v.Type().Elem().Kind() == reflect.Interface {
			d.line(depth, name, fmt.Sprintf(" = %#v", v.Interface()))
			return
		}
		for i := range v.Len() {
			d.value(fmt.Sprintf("%s[%d]", name, i), v.Index(i), depth)
		}
	default:
		if all, ok := v.Interface().(map[string]openapi.Encoding); ok {
			for _, k := range slices.Sorted(maps.Keys(all)) {
				d.value(name+"["+k+"]", reflect.ValueOf(all[k]), depth)
			}
			return
		}
		d.line(depth, name, fmt.Sprintf(" = %#v", v.Interface()))
	}
}

func (d *dumper) pointer(name string, v reflect.Value, depth int) {
	switch p := v.Interface().(type) {
	case *openapi.Operation:
		if strings.HasPrefix(name, "Operation[") || strings.HasPrefix(name, "Operations[") {
			d.value(name, v.Elem(), depth)
			return
		}
		d.line(depth, name, " -> "+p.Name())
	case *openapi.Parameter:
		if name == "Parameter" { // a parameter that a link fills
			d.line(depth, name, " -> "+p.In+" "+p.Name)
			return
		}
		d.value(name, v.Elem(), depth)
	case *openapi.Schema:
		if d.seen[p] {
			d.line(depth, name, " -> schema "+p.Ref)
			return
		}
		d.seen[p] = true
		d.value(name, v.Elem(), depth)
	default:
		d.value(name, v.Elem(), depth)
	}
}

// unset reports whether a count is -1, which means no limit.
func unset(field string, v reflect.Value) bool {
	return v.Kind() == reflect.Int && v.Int() == -1 &&
		(strings.HasPrefix(field, "Min") || strings.HasPrefix(field, "Max"))
}
