package openapi_test

import (
	"fmt"
	"runtime"
	"runtime/metrics"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/openapi"
)

// bigSchema returns a document with two operations for each path, and schemas that all refer to each other. The text is
// indented if pretty.
func bigSchema(paths, schemas int, pretty bool) []byte {
	var b strings.Builder
	b.WriteString(`{"openapi": "3.0.3", "info": {"title": "big", "version": "1"}, "paths": {`)
	for i := range paths {
		responses := ""
		for k, status := range []int{200, 201, 400, 404, 500} {
			responses += fmt.Sprintf(`%s"%d": {"description": "d", "content": {"application/json": {"schema": `+
				`{"$ref": "#/components/schemas/S%d"}}}}`,
				separator(k), status, (i+status)%schemas)
		}
		params := ""
		for k := range 8 {
			params += fmt.Sprintf(`%s{"$ref": "#/components/parameters/P%d"}`, separator(k), (i+k)%50)
		}
		fmt.Fprintf(&b,
			`%s"/r%d/{id}": {"parameters": [{"name": "id", "in": "path", "required": true, "schema": {"type": "string"}}],
 "get": {"operationId": "get%d", "parameters": [%s], "responses": {%s}},
 "post": {"operationId": "post%d", "parameters": [%s], "requestBody": {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/S%d"}}}}, "responses": {%s}}}`,
			separator(i), i, i, params, responses, i, params, i%schemas, responses)
	}
	b.WriteString(`}, "components": {"parameters": {`)
	for i := range 50 {
		fmt.Fprintf(&b, `%s"P%d": {"name": "p%d", "in": "query", "schema": {"type": "string", "maxLength": 20}}`,
			separator(i), i, i)
	}
	b.WriteString(`}, "schemas": {`)
	for i := range schemas {
		fmt.Fprintf(&b, `%s"S%d": {"type": "object", "required": ["id"], "properties": {"id": {"type": "integer", "format": "int64", "minimum": 1},
 "name": {"type": "string", "maxLength": 50, "description": "how it is called"}`, separator(i), i)
		for k := range 8 {
			fmt.Fprintf(&b, `, "f%d": {"$ref": "#/components/schemas/S%d"}`, k, (i*7+k*31+1)%schemas)
		}
		fmt.Fprintf(&b, `, "list": {"type": "array", "items": {"$ref": "#/components/schemas/S%d"}}}}`, (i+1)%schemas)
	}
	b.WriteString(`}}}`)
	text := b.String()
	if !pretty {
		text = strings.ReplaceAll(text, "\n", "")
	}
	return []byte(text)
}

func separator(i int) string {
	if i == 0 {
		return ""
	}
	return ", "
}

// peakHeap returns the largest heap seen while f runs.
func peakHeap(f func()) uint64 {
	runtime.GC()
	sample := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
	var peak uint64
	stop := make(chan struct{})
	var done sync.WaitGroup
	done.Go(func() {
		for {
			metrics.Read(sample)
			peak = max(peak, sample[0].Value.Uint64())
			select {
			case <-stop:
				return
			case <-time.After(time.Millisecond):
			}
		}
	})
	f()
	close(stop)
	done.Wait()
	return peak
}

// BenchmarkRead reads 1,000 operations with many references, and a document of 10 MB. The goal for the 1,000 operations
// is 2 s and 500 MB.
func BenchmarkRead(b *testing.B) {
	for _, c := range []struct {
		name string
		data []byte
	}{
		{"1000ops/one line", bigSchema(500, 1500, false)},
		{"1000ops/lines", bigSchema(500, 1500, true)},
		{"1000ops/yaml", append([]byte("# YAML\n"), bigSchema(500, 1500, true)...)},
		{"10MB", bigSchema(2500, 8000, false)},
	} {
		b.Run(c.name, func(b *testing.B) {
			b.SetBytes(int64(len(c.data)))
			b.ReportAllocs()
			var peak uint64
			for b.Loop() {
				peak = max(peak, peakHeap(func() {
					doc, err := openapi.Read(c.data, openapi.Options{})
					require.NoError(b, err)
					require.Empty(b, doc.Warnings)
				}))
			}
			b.ReportMetric(float64(peak)/1e6, "peak-MB")
		})
	}
}
