package project

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"time"

	"go.yaml.in/yaml/v4"

	"github.com/evoke-go/evoke/internal/spelling"
)

// Find reads the evoke.yaml of a folder. It returns nil if there is none.
func Find(dir string) (*File, error) {
	f, err := Read(filepath.Join(dir, Name))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return f, err
}

// Read reads a file. Relative paths in it refer to the folder of the file.
func Read(path string) (*File, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	f, err := Parse(data, os.LookupEnv)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	f.from(filepath.Dir(path))
	return f, nil
}

// Parse parses a file. Each ${NAME} in a value is replaced by the environment variable, which has to be set. An error
// is one line and names the line in the file.
func Parse(data []byte, lookup func(string) (string, bool)) (*File, error) {
	var root yaml.Node
	if err := yaml.Unmarshal(data, &root); err != nil {
		return nil, oneLine(err)
	}
	f := &File{}
	if root.Kind == 0 || len(root.Content) == 0 || root.Content[0].Tag == "!!null" {
		return f, nil // an empty file
	}
	top := root.Content[0]
	if err := check(top, reflect.TypeOf(*f), ""); err != nil {
		return nil, err
	}
	if err := expand(top, lookup); err != nil {
		return nil, err
	}
	if err := top.Decode(f); err != nil {
		return nil, oneLine(err)
	}
	return f, nil
}

// readerPlace matches the place of a mistake in an error of the YAML parser.
var readerPlace = regexp.MustCompile(
	`^go-yaml \w+ error (?:in [^:]*? )?at L(\d+)[^:]*: |^go-yaml \w+ error in [^:]*?: `,
)

// oneLine returns an error of the YAML parser in one line.
func oneLine(err error) error {
	text := strings.Join(strings.Fields(err.Error()), " ")
	if at := readerPlace.FindStringSubmatch(text); at != nil && at[1] != "" {
		text = "line " + at[1] + ": " + text[len(at[0]):]
	}
	for _, prefix := range []string{"yaml: ", "construct errors: ", "unmarshal errors: "} {
		text = strings.TrimPrefix(text, prefix)
	}
	return errors.New(text)
}

// check returns an error for the first key that is unknown or repeated in a part of a file of the given type. Values
// are checked when they are decoded.
func check(n *yaml.Node, t reflect.Type, path string) error {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	switch {
	case n.Kind == yaml.AliasNode:
		return fmt.Errorf("line %d: aliases are not known here", n.Line)
	case n.Tag == "!!null":
		return nil
	case t.Kind() == reflect.Struct && t != reflect.TypeOf(time.Time{}):
		return checkKeys(n, t, path)
	case t == reflect.TypeOf(Pairs(nil)):
		return nil // any key is allowed
	case t.Kind() == reflect.Slice:
		if n.Kind != yaml.SequenceNode {
			return fmt.Errorf("line %d: %s has to be a list", n.Line, path)
		}
		for _, element := range n.Content {
			if err := check(element, t.Elem(), path); err != nil {
				return err
			}
		}
	case n.Kind != yaml.ScalarNode:
		return fmt.Errorf("line %d: %s has to be one value", n.Line, path)
	}
	return nil
}

func checkKeys(n *yaml.Node, t reflect.Type, path string) error {
	if n.Kind != yaml.MappingNode {
		return fmt.Errorf("line %d: %s has to have keys: %s", n.Line, named(path), strings.Join(keys(t), ", "))
	}
	seen := map[string]bool{}
	for i := 0; i+1 < len(n.Content); i += 2 {
		key := n.Content[i].Value
		field, known := fieldOf(t, key)
		switch {
		case !known:
			return unknown(n.Content[i], keys(t), path)
		case seen[key]:
			return fmt.Errorf("line %d: %s is there twice", n.Content[i].Line, joined(path, key))
		}
		seen[key] = true
		if err := check(n.Content[i+1], field.Type, joined(path, key)); err != nil {
			return err
		}
	}
	return nil
}

func named(path string) string {
	if path == "" {
		return "the file"
	}
	return path
}

func joined(path, key string) string { return strings.TrimPrefix(path+"."+key, ".") }

// keys returns the keys of a part of the file.
func keys(t reflect.Type) (out []string) {
	for i := range t.NumField() {
		out = append(out, keyOf(t.Field(i)))
	}
	return out
}

func keyOf(f reflect.StructField) string {
	key, _, _ := strings.Cut(f.Tag.Get("yaml"), ",")
	return key
}

func fieldOf(t reflect.Type, key string) (reflect.StructField, bool) {
	for i := range t.NumField() {
		if keyOf(t.Field(i)) == key {
			return t.Field(i), true
		}
	}
	return reflect.StructField{}, false
}

// unknown returns an error that names the most similar key, or all keys.
func unknown(n *yaml.Node, known []string, path string) error {
	text := fmt.Sprintf("line %d: unknown key %s", n.Line, joined(path, n.Value))
	if key := spelling.Nearest(n.Value, known); key != "" {
		return fmt.Errorf("%s; is it %s?", text, key)
	}
	return fmt.Errorf("%s; there are %s", text, strings.Join(known, ", "))
}

// variable matches a reference to an environment variable.
var variable = regexp.MustCompile(`\$\{([A-Za-z_][A-Za-z0-9_]*)\}`)

// expand replaces references to environment variables by their values.
func expand(n *yaml.Node, lookup func(string) (string, bool)) error {
	for _, part := range n.Content {
		if err := expand(part, lookup); err != nil {
			return err
		}
	}
	if n.Kind != yaml.ScalarNode || !variable.MatchString(n.Value) {
		return nil
	}
	missing := ""
	n.Value = variable.ReplaceAllStringFunc(n.Value, func(text string) string {
		name := text[2 : len(text)-1]
		value, ok := lookup(name)
		if !ok {
			missing = name
		}
		return value
	})
	if missing != "" {
		return fmt.Errorf("line %d: the environment variable %s is not set", n.Line, missing)
	}
	n.Style, n.Tag = 0, "" // the value may be a number now
	return nil
}
