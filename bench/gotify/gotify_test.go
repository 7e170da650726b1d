package gotify

import (
	"bytes"
	"image"
	"image/png"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestImagesLieInTheirFolder: an upload leaves nothing beside the folder, which Reset
// and Close clean up.
func TestImagesLieInTheirFolder(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	h := New().(*handler)
	post := func(target, kind string, body *bytes.Buffer) int {
		r := httptest.NewRequest(http.MethodPost, target, body)
		r.Header.Set(tokenHeader, adminToken)
		r.Header.Set("Content-Type", kind)
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		return w.Code
	}
	require.Equal(t, http.StatusOK, post("/application", "application/json", bytes.NewBufferString(`{"name":"a"}`)))
	var form bytes.Buffer
	parts := multipart.NewWriter(&form)
	file, err := parts.CreateFormFile("file", "dot.png")
	require.NoError(t, err)
	require.NoError(t, png.Encode(file, image.NewGray(image.Rect(0, 0, 1, 1))))
	require.NoError(t, parts.Close())
	require.Equal(t, http.StatusOK, post("/application/1/image", parts.FormDataContentType(), &form))

	inside, err := filepath.Glob(filepath.Join(h.images, "*.png"))
	require.NoError(t, err)
	assert.Len(t, inside, 1)
	beside, err := os.ReadDir(os.Getenv("TMPDIR"))
	require.NoError(t, err)
	assert.Len(t, beside, 1)
	require.NoError(t, h.Reset())
	require.NoError(t, h.Close())
	beside, err = os.ReadDir(os.Getenv("TMPDIR"))
	require.NoError(t, err)
	assert.Empty(t, beside)
}

// TestHandshake: a real handshake of a WebSocket does not end the process.
func TestHandshake(t *testing.T) {
	h := New().(*handler)
	server := httptest.NewServer(h)
	defer server.Close()
	r, err := http.NewRequest(http.MethodGet, server.URL+"/stream", nil)
	require.NoError(t, err)
	for _, field := range []string{"Connection: Upgrade", "Upgrade: websocket", "Sec-WebSocket-Version: 13",
		"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=="} {
		name, value, _ := strings.Cut(field, ": ")
		r.Header.Set(name, value)
	}
	r.Header.Set(tokenHeader, adminToken)
	answer, err := http.DefaultClient.Do(r)
	require.NoError(t, err)
	assert.Equal(t, http.StatusSwitchingProtocols, answer.StatusCode)
	require.NoError(t, answer.Body.Close())
	require.NoError(t, h.Close())
}
