package main

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/evoke-go/evoke/output/escape"
)

const (
	// inDatabase is the value of --reset for rows of a database. A name of a variable may follow: "db:DATABASE_URL".
	inDatabase = "db"
	// dsnVariable is the environment variable with the data source name. It may hold a password, so nothing but the
	// name of the variable is written.
	dsnVariable = "EVOKE_DSN"
	// rowsProgram keeps rows and puts them back. It is a module of its own, because of the drivers.
	rowsProgram = "evoke-rows"
)

var variableName = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*$`)

// inVariable returns the variable of a --reset that puts rows back. ok is false for any other --reset.
func inVariable(reset string) (name string, ok bool) {
	kind, name, _ := strings.Cut(reset, ":")
	return cmp.Or(name, dsnVariable), kind == inDatabase
}

// checkRows returns an error for a mistake in a --reset that puts rows back.
func checkRows(reset string) error {
	name, ok := inVariable(reset)
	scheme, _, isName := strings.Cut(reset, "://")
	switch {
	case isName && !isURL(reset) && !ok && variableName.MatchString(scheme):
		return fmt.Errorf("--reset: a data source name may hold a password: set %s to it, and say --reset %s",
			dsnVariable, inDatabase)
	case !ok:
		return nil
	case !variableName.MatchString(name): // it is not repeated: it may be the data source name
		return errors.New("--reset db:NAME: NAME is that of an environment variable with the data source name")
	case os.Getenv(name) == "":
		return fmt.Errorf("--reset %s: set %s to the data source name of the database, such as "+
			"postgres://user:password@host/name, mysql://user:password@host/name or sqlite:path", reset, name)
	}
	return nil
}

// rowsFile returns the path of the file with the first rows, which written tests put back.
func rowsFile(out string) string { return filepath.Join(out, "testdata", "evoke-rows.json") }

// rowsCommand returns the command by which written tests put the rows back.
func rowsCommand(variable, out string) string {
	words := []string{rowsProgram, "restore"}
	if variable != dsnVariable {
		words = append(words, "-dsn", variable)
	}
	return strings.Join(append(words, escape.Shell(filepath.ToSlash(rowsFile(out)))), " ")
}

// keeper is a process that keeps the rows of a database and puts them back.
type keeper struct {
	cmd     *exec.Cmd
	in      io.WriteCloser
	file    string      // of the first rows
	answers chan string // lines that the process writes; closed at its end
	errors  strings.Builder
	owed    int  // answers that nobody waited for
	begun   bool // the rows are kept
}

// startKeeper starts the process of a --reset, which keeps the rows that are there. It tells how many tables there are.
func startKeeper(ctx context.Context, reset, out string) (_ *keeper, tables int, err error) {
	path, err := rowsPath()
	if err != nil {
		return nil, 0, err
	}
	if err := os.MkdirAll(filepath.Dir(rowsFile(out)), 0o755); err != nil {
		return nil, 0, err
	}
	variable, _ := inVariable(reset)
	k := &keeper{file: rowsFile(out), answers: make(chan string)}
	k.cmd = exec.Command(path, "keep", "-dsn", variable, "-file", k.file)
	k.cmd.Stderr = &k.errors
	if k.in, err = k.cmd.StdinPipe(); err != nil {
		return nil, 0, err
	}
	printed, err := k.cmd.StdoutPipe()
	if err != nil {
		return nil, 0, err
	}
	if err := k.cmd.Start(); err != nil {
		return nil, 0, err
	}
	go func() {
		defer close(k.answers)
		for lines := bufio.NewScanner(printed); lines.Scan(); {
			k.answers <- lines.Text()
		}
	}()
	line, err := k.answer(ctx)
	if err != nil {
		if ended := k.close(); ended != nil {
			err = ended // it says why
		}
		return nil, 0, err
	}
	k.begun = true
	_, err = fmt.Sscanf(line, "kept %d", &tables)
	return k, tables, err
}

// rowsPath finds the program.
func rowsPath() (string, error) {
	if path, err := exec.LookPath(rowsProgram); err == nil {
		return path, nil
	}
	return "", fmt.Errorf("--reset %s needs the program %s, which has the drivers of databases and is not in PATH: "+
		"execute \"go install .\" in the folder cmd/%s of a checkout of Evoke", inDatabase, rowsProgram, rowsProgram)
}

// answer waits for the next line of the process.
func (k *keeper) answer(ctx context.Context) (string, error) {
	select {
	case line, ok := <-k.answers:
		if !ok {
			return "", fmt.Errorf("%s ended", rowsProgram)
		}
		return line, nil
	case <-ctx.Done():
		k.owed++
		return "", ctx.Err()
	}
}

// restore puts the rows back.
func (k *keeper) restore(ctx context.Context) error {
	for ; k.owed > 0; k.owed-- {
		if _, err := k.answer(ctx); err != nil {
			k.owed-- // answer has counted it again
			return err
		}
	}
	if _, err := io.WriteString(k.in, "restore\n"); err != nil {
		return fmt.Errorf("%s ended: %w", rowsProgram, err)
	}
	line, err := k.answer(ctx)
	if err != nil || line == "ok" {
		return err
	}
	text, err := strconv.Unquote(strings.TrimPrefix(line, "error "))
	if err != nil {
		text = line
	}
	return errors.New(text)
}

// closing bounds how long the process may take to put the rows back at the end. It waits less for a database.
const closing = time.Minute

// close has the process put the rows back, and waits for its end.
func (k *keeper) close() error {
	if k == nil {
		return nil
	}
	err := k.in.Close()
	late := time.AfterFunc(closing, func() { _ = k.cmd.Process.Kill() })
	defer late.Stop()
	for range k.answers { // those that are owed
	}
	if ended := k.cmd.Wait(); ended != nil {
		if text := strings.TrimSpace(strings.TrimPrefix(k.errors.String(), rowsProgram+":")); text != "" {
			ended = errors.New(text)
		}
		if ended = fmt.Errorf("--reset %s: %w", inDatabase, ended); k.begun {
			ended = fmt.Errorf("%w; the first rows did not come back and are in %s", ended, k.file)
		}
		return ended
	}
	return err
}
