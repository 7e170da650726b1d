package instrument

import (
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestSettings(t *testing.T) {
	dir := t.TempDir()
	const first = "-buildvcs=false"
	tests := map[string]struct {
		given   []string
		goflags string
		want    settings
		notes   int
	}{
		"nothing": {nil, "", settings{goflags: first}, 0},
		"pass through": {[]string{"-race", "-tags", "a,b"}, "-trimpath '-gcflags=-N -l'", settings{
			flags: []string{"-race", "-tags", "a,b"}, goflags: first + " -trimpath '-gcflags=-N -l'", linking: true,
		}, 0},
		"coverage": {[]string{"-cover", "-coverpkg", "./...", "--covermode=set", "-v"}, "-cover=true",
			settings{flags: []string{"-v"}, goflags: first}, 4},
		"mod=mod": {[]string{"-mod", "mod"}, "-mod=mod",
			settings{flags: []string{"-mod=readonly"}, goflags: first + " -mod=readonly"}, 2},
		"mod=vendor": {[]string{"-mod=vendor"}, "", settings{flags: []string{"-mod=vendor"}, goflags: first}, 0},
		"overlay in front": {[]string{"-overlay", "b.json"}, "-overlay=a.json",
			settings{goflags: first, overlay: filepath.Join(dir, "b.json")}, 0},
		"overlay, GOFLAGS": {nil, "'-overlay=/x y/a.json'", settings{goflags: first, overlay: "/x y/a.json"}, 0},
		"modfile": {[]string{"-modfile", "other.mod"}, "", settings{flags: []string{"-modfile=other.mod"},
			goflags: first, modfile: filepath.Join(dir, "other.mod")}, 0},
		"linker": {nil, "-ldflags=-X=a.b=c",
			settings{goflags: first + " -ldflags=-X=a.b=c", ldflags: true}, 0},
		"profile": {[]string{"-pgo=auto"}, "",
			settings{flags: []string{"-pgo=auto"}, goflags: first, pgo: true}, 0},
		"other commands": {nil, "-json -n -toolexec=x -vet=all",
			settings{goflags: first + " -toolexec=x -vet=all", linking: true}, 2},
		"value of the last": {[]string{"-overlay"}, "", settings{goflags: first}, 0},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			got, err := newSettings(tt.given, tt.goflags, dir)
			require.NoError(t, err)
			assert.Len(t, got.notes, tt.notes)
			got.notes = nil
			if !got.ldflags {
				tt.want.flags = append(tt.want.flags, quickLink)
			}
			if !got.pgo {
				tt.want.flags = append(tt.want.flags, "-pgo=off")
			}
			assert.Equal(t, &tt.want, got)
		})
	}
	_, err := newSettings(nil, "'-tags=a", dir)
	require.ErrorIs(t, err, ErrFlags)
}
