package coding_test

import (
	"bytes"
	"compress/flate"
	"compress/gzip"
	"compress/zlib"
	"io"
	"testing"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/zstd"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/internal/coding"
)

const text = `{"a":"x"}`

// packed returns a body in a coding.
func packed(t *testing.T, name string, body []byte) []byte {
	t.Helper()
	var b bytes.Buffer
	var w io.WriteCloser
	var err error
	switch name {
	case "gzip":
		w = gzip.NewWriter(&b)
	case "zlib":
		w = zlib.NewWriter(&b)
	case "flate":
		w, err = flate.NewWriter(&b, 6)
	case "br":
		w = brotli.NewWriter(&b)
	case "zstd":
		w, err = zstd.NewWriter(&b)
	}
	require.NoError(t, err)
	_, err = w.Write(body)
	require.NoError(t, err)
	require.NoError(t, w.Close())
	return b.Bytes()
}

func TestUnpack(t *testing.T) {
	plain := []byte(text)
	zipped := packed(t, "gzip", plain)
	for name, tt := range map[string]struct {
		header string
		body   []byte
		fails  string
	}{
		"none":             {header: "", body: plain},
		"identity":         {header: "identity", body: plain},
		"gzip":             {header: " X-GZip", body: zipped},
		"deflate":          {header: "deflate", body: packed(t, "zlib", plain)},
		"bare deflate":     {header: "deflate", body: packed(t, "flate", plain)},
		"br":               {header: "br", body: packed(t, "br", plain)},
		"zstd":             {header: "zstd", body: packed(t, "zstd", plain)},
		"twice":            {header: "gzip, gzip", body: packed(t, "gzip", zipped)},
		"in turn":          {header: "br, identity, gzip", body: packed(t, "gzip", packed(t, "br", plain))},
		"cut head of gzip": {header: "gzip", body: zipped[:5], fails: "ends in the middle of its content coding gzip"},
		"cut gzip":         {header: "gzip", body: zipped[:12], fails: "ends in the middle of its content coding gzip"},
		"cut br": {header: "br", body: packed(t, "br", plain)[:5],
			fails: "ends in the middle of its content coding br"},
		"cut zstd": {header: "zstd", body: packed(t, "zstd", plain)[:12],
			fails: "ends in the middle of its content coding zstd"},
		"claimed": {header: "gzip", body: []byte(`{"a":"long enough"}`),
			fails: "does not have its content coding gzip"},
		"unknown": {header: "exi", body: plain, fails: `cannot be read: nobody knows its content coding "exi"`},
		"bomb": {header: "gzip", body: packed(t, "gzip", make([]byte, coding.MaxBody+1)),
			fails: "cannot be read: unpacked it has more than 16 MB"},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := coding.Unpack(tt.header, tt.body)
			if tt.fails != "" {
				require.EqualError(t, err, tt.fails)
				return
			}
			require.NoError(t, err)
			assert.Equal(t, text, string(got))
		})
	}
}

func TestUTF8(t *testing.T) {
	for name, tt := range map[string]struct{ kind, body, want, fails string }{
		"none":    {kind: "text/plain", body: "J\xc3\xb6rg", want: "Jörg"},
		"utf-8":   {kind: "text/plain; charset=UTF-8", body: "Jörg", want: "Jörg"},
		"latin 1": {kind: "application/json; charset=ISO-8859-1", body: "J\xf6rg \x80", want: "Jörg \u0080"},
		"cp866":   {kind: "text/plain; charset=cp866", body: "\x92\xa5\xe1\xe2", want: "Тест"},
		"utf-16":  {kind: "text/plain; charset=utf-16", body: "\xff\xfea\x00", want: "a"},
		"unknown": {kind: "text/plain; charset=klingon", fails: `cannot be read: nobody knows its charset "klingon"`},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := coding.UTF8(tt.kind, []byte(tt.body))
			if tt.fails != "" {
				require.EqualError(t, err, tt.fails)
				return
			}
			require.NoError(t, err)
			assert.Equal(t, tt.want, string(got))
		})
	}
}
