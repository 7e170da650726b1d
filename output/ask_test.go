package output_test

import (
	"errors"
	"io/fs"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/output"
	"github.com/evoke-go/evoke/output/gotest"
	"github.com/evoke-go/evoke/suite"
)

// plain is a writer without the optional interfaces.
type plain struct{}

func (plain) Files(*suite.Suite) ([]suite.File, error) { return nil, nil }

func TestPlainWritersAreAskedNothing(t *testing.T) {
	ws := []output.Writer{plain{}}
	bound, notes := output.Bind(ws, &output.System{Constructor: output.Func{Note: "a note"}})
	assert.Equal(t, ws, bound)
	assert.Empty(t, notes)
	stale, err := output.Stale(ws, fstest.MapFS{"a.sh": {}}, []suite.File{{Name: "b.sh"}})
	require.NoError(t, err)
	assert.Empty(t, stale)
	assert.Empty(t, output.Command(ws, output.Folder{Dir: "."}, nil))
}

// A writer does not regard the files that another writer has just written as stale.
func TestWhatWasJustWrittenIsNotStale(t *testing.T) {
	folder := fstest.MapFS{"a.sh": {Data: []byte(mark)}, "b.sh": {Data: []byte(mark)}}
	stale, err := output.Stale([]output.Writer{script{}, plain{}, script{about: "twice"}}, folder,
		[]suite.File{{Name: "a.sh", Runner: "sh"}})
	require.NoError(t, err)
	assert.Equal(t, []string{"b.sh"}, stale)
}

// unreadable is a folder that cannot be listed.
type unreadable struct{}

var errUnreadable = errors.New("unreadable")

func (unreadable) Open(string) (fs.File, error) { return nil, errUnreadable }

func TestAFolderThatCannotBeRead(t *testing.T) {
	_, err := output.Stale([]output.Writer{&gotest.Writer{}}, unreadable{},
		[]suite.File{{Name: "evoke_success_test.go"}})
	assert.ErrorIs(t, err, errUnreadable)
}

func TestACommandIsGivenOnce(t *testing.T) {
	ws := []output.Writer{&gotest.Writer{}, &gotest.Writer{Prefix: "api"}}
	files := []suite.File{{Name: "evoke_success_test.go"}, {Name: "api_success_test.go"}}
	assert.Equal(t, "go test .", output.Command(ws, output.Folder{Dir: ".", Module: true}, files))
}
