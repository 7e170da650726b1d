package openapi_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/evoke-go/evoke/openapi"
)

func TestZZDump(t *testing.T) {
	out := os.Getenv("DUMP")
	if out == "" {
		t.Skip()
	}
	var names []string
	filepath.Walk("..", func(p string, i os.FileInfo, err error) error {
		switch filepath.Ext(p) {
		case ".yaml", ".json", ".yml":
			names = append(names, p)
		}
		return nil
	})
	list, _ := os.ReadFile("/tmp/speclist")
	names = append(names, strings.Fields(string(list))...)
	for _, n := range names {
		doc, err := openapi.ReadFile(n, openapi.Options{})
		text := fmt.Sprint(err)
		if err == nil {
			text = dump(doc)
		}
		os.WriteFile(filepath.Join(out, strings.NewReplacer("/", "_").Replace(n)), []byte(text), 0o644)
	}
	for i, b := range [][]byte{bigSchema(50, 150, false), bigSchema(50, 150, true), append([]byte("# YAML\n"), bigSchema(50, 150, true)...)} {
		doc, _ := openapi.Read(b, openapi.Options{})
		os.WriteFile(filepath.Join(out, fmt.Sprint("big", i)), []byte(dump(doc)), 0o644)
	}
}
