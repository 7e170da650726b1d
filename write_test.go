package evoke

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/report"
	"github.com/evoke-go/evoke/suite"
)

func TestWriteRemovesWhatIsStale(t *testing.T) {
	dir := t.TempDir()
	generated := generatedBy + "\n"
	for name, content := range map[string]string{
		"api_fault_test.go":         generated, // of an earlier run of this suite
		"api_success_2_test.go":     generated,
		"api_client_error_test.go":  "package mine\n", // a person's
		"other_fault_test.go":       generated,        // of another suite
		"api_fault_by_hand_test.go": "package mine\n",
	} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(content), 0o600))
	}
	require.NoError(t, write(dir, []suite.File{
		{Name: "api_success_test.go", Content: []byte(generated)},
		{Name: "api_support_test.go", Content: []byte(generated)},
		{Name: "report.json", Content: []byte("{}")},
	}))
	entries, err := os.ReadDir(dir)
	require.NoError(t, err)
	var left []string
	for _, e := range entries {
		left = append(left, e.Name())
	}
	assert.Equal(t, []string{
		"api_client_error_test.go", "api_fault_by_hand_test.go", "api_success_test.go", "api_support_test.go",
		"other_fault_test.go", "report.json",
	}, left)
}

// TestWriteKeepsWhatOthersWrote has files of a person's under the names of the
// suite and of the report.
func TestWriteKeepsWhatOthersWrote(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"api_success_test.go", "report.json"} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte("mine"), 0o600))
	}
	ours, err := report.JSON(&report.Report{})
	require.NoError(t, err)
	require.True(t, marked(ours))
	files := []suite.File{
		{Name: "api_success_test.go", Content: []byte(generatedBy + "\n")},
		{Name: "api_fault_test.go", Content: []byte(generatedBy + "\n")},
		{Name: "of_another_writer.txt", Content: []byte("1")},
		{Name: "report.json", Content: ours},
	}
	err = write(dir, files)
	require.ErrorContains(t, err, "api_success_test.go was not written by Evoke")
	require.NotContains(t, err.Error(), "\n")
	content := func(name string) string {
		text, err := os.ReadFile(filepath.Join(dir, name))
		require.NoError(t, err)
		return string(text)
	}
	assert.Equal(t, "mine", content("api_success_test.go"))
	assert.Equal(t, generatedBy+"\n", content("api_success_test.go.evoke"))
	assert.Equal(t, generatedBy+"\n", content("api_fault_test.go"), "the others are written")
	assert.Equal(t, "mine", content("report.json"))
	assert.Equal(t, string(ours), content("report.json.evoke"))

	require.NoError(t, os.Remove(filepath.Join(dir, "api_success_test.go")))
	require.NoError(t, os.Remove(filepath.Join(dir, "report.json")))
	for _, text := range []string{"2", "3"} {
		files[2].Content = []byte(text)
		require.NoError(t, write(dir, files))
		assert.Equal(t, text, content("of_another_writer.txt"), "a writer of the user's own marks nothing")
	}
}

// A file that cannot be written leaves no part of it, and the others are there.
func TestWriteGoesOnAfterAnError(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, os.Mkdir(filepath.Join(dir, "a_test.go"), 0o700))
	err := write(dir, []suite.File{{Name: "a_test.go", Content: []byte("a")}, {Name: "report.json", Content: []byte("{}")}})
	require.ErrorContains(t, err, "evoke: write: ")
	assert.FileExists(t, filepath.Join(dir, "report.json"))
	assert.NoFileExists(t, filepath.Join(dir, "a_test.go.new"))
}

func TestWritable(t *testing.T) {
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, name) }
	require.NoError(t, os.WriteFile(at("file"), nil, 0o600))
	require.NoError(t, os.Symlink("nowhere", at("link")))
	require.NoError(t, writable(""))
	require.NoError(t, writable(at("to/be/made")))
	for name, want := range map[string]string{
		"file":       at("file") + " is a file",
		"file/below": at("file") + " is a file",
		"link":       at("link") + " is a link to nothing",
		"link/below": at("link") + " is a link to nothing",
	} {
		require.EqualError(t, writable(at(name)), "evoke: output folder: "+want)
	}
	require.ErrorContains(t, writable(at("a\x00b")), "evoke: output folder: ")
	entries, err := os.ReadDir(dir)
	require.NoError(t, err)
	assert.Len(t, entries, 2, "nothing is left behind")
}
