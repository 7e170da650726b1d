package evoke

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/evoke-go/evoke/suite"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
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
