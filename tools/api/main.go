// Command api guards the exported API of the module above its own. The file
// api/current.txt of that module lists the API, one exported name a line, so
// that a review sees each change.
//
//	go -C tools run ./api         # is the file true, and does CHANGELOG.md tell what changed?
//	go -C tools run ./api -write  # write the file anew
//
// The check also prints which changes since the last release break programs,
// as golang.org/x/exp/apidiff judges them. The last release is the newest tag;
// while there is none, it is the last commit that wrote a heading of a version,
// such as "## v0.1.0", into CHANGELOG.md.
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
)

const (
	listFile  = "api/current.txt"
	changelog = "CHANGELOG.md"
	// versionHeading is the regular expression of the heading of a released version in the changelog.
	versionHeading = "^## v[0-9]"
)

func main() {
	write := flag.Bool("write", false, "write "+listFile+" anew, and check nothing")
	root := flag.String("module", "..", "folder of the module")
	flag.Parse()
	if err := command(os.Stdout, *root, *write); err != nil {
		fmt.Fprintln(os.Stderr, "api:", err)
		os.Exit(1)
	}
}

func command(out io.Writer, root string, write bool) error {
	now, err := load(root)
	if err != nil {
		return err
	}
	if write {
		return writeList(root, now)
	}
	if err := errors.Join(checkList(root, now), checkChangelog(root)); err != nil {
		return err
	}
	return classify(out, root, now)
}

func writeList(root string, now *module) error {
	path := filepath.Join(root, listFile)
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	return os.WriteFile(path, []byte(join(now.list())), 0o644)
}

// checkList returns an error that names what the list does not say, or says
// without reason.
func checkList(root string, now *module) error {
	content, err := os.ReadFile(filepath.Join(root, listFile))
	if err != nil {
		return err
	}
	changes := difference(split(string(content)), now.list())
	if len(changes) == 0 {
		return nil
	}
	return fmt.Errorf("the API is not what %s lists; run \"go -C tools run ./api -write\" and tell users in %s:\n%s",
		listFile, changelog, join(changes))
}
