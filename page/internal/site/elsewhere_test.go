package site

import (
	"net"
	"net/http"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestSitesThatCannotBeReached: scripts, styles and images of an unreachable site are empty, with one warning. Requests
// that the page makes while it runs fail.
func TestSitesThatCannotBeReached(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	gone := "http://" + l.Addr().String() + "/"
	require.NoError(t, l.Close())
	s := Serve(http.NotFoundHandler())
	for kind, media := range map[string]string{
		Script: "text/javascript", "Stylesheet": "text/css", "Image": "image/svg+xml", "Fetch": "", "XHR": "",
	} {
		ask := &Request{Method: http.MethodGet, URL: gone + kind, Kind: kind, Header: http.Header{}}
		answer, err := s.Answer(t.Context(), ask)
		if media == "" {
			require.Error(t, err, kind)
			continue
		}
		require.NoError(t, err, kind)
		assert.Equal(t, media, answer.Header.Get("Content-Type"))
	}
	assert.Equal(t, []string{
		l.Addr().String() + " cannot be reached: the page was tested without what it has from there",
	}, s.Sources.Warnings())
}
