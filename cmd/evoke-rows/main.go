// Command evoke-rows keeps the rows of a database and puts them back, for evoke run --reset db and for the tests that
// it writes. It is a program of its own because the drivers of databases are no part of Evoke.
//
//	evoke-rows keep [-dsn NAME] [-file FILE]    # puts back at each line of its input, and at the end of that
//	evoke-rows restore [-dsn NAME] FILE
//
// NAME is the environment variable with the data source name (default EVOKE_DSN):
//
//	postgres://user:password@host:5432/name
//	mysql://user:password@host:3306/name        (MariaDB too; or user:password@tcp(host:3306)/name)
//	sqlite:path/to/file                         (or file:path/to/file)
//
// The name may hold a password. It is in no file and in no message.
//
// Rows of the current schema are kept, of all its tables. Keep ends with its input, so it puts the rows back too if the
// process that started it is killed. It heeds no Ctrl-C, which a terminal sends to all processes.
package main

import (
	"bufio"
	"context"
	"database/sql"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"

	"github.com/go-sql-driver/mysql"

	"github.com/evoke-go/evoke/internal/rows"
	"github.com/evoke-go/evoke/store"
)

func main() {
	if err := run(os.Args[1:], os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "evoke-rows:", err)
		os.Exit(1)
	}
}

// errUsage is the error for arguments that are not understood.
var errUsage = errors.New("want keep [-dsn NAME] [-file FILE], or restore [-dsn NAME] FILE; " +
	"NAME is the environment variable with the data source name (default EVOKE_DSN)")

func run(args []string, in io.Reader, out io.Writer) error {
	if len(args) == 0 {
		return errUsage
	}
	f := flag.NewFlagSet(args[0], flag.ContinueOnError)
	f.SetOutput(io.Discard)
	variable := f.String("dsn", "EVOKE_DSN", "")
	file := f.String("file", "", "")
	if err := f.Parse(args[1:]); err != nil {
		return fmt.Errorf("%w: %w", err, errUsage)
	}
	keeps, restores := args[0] == "keep" && f.NArg() == 0, args[0] == "restore" && f.NArg() == 1 && *file == ""
	if !keeps && !restores {
		return errUsage
	}
	s, err := sourceOf(*variable, os.Getenv(*variable))
	if err != nil {
		return err
	}
	if err := mysql.SetLogger(&mysql.NopLogger{}); err != nil { // errors are returned as well
		return err
	}
	db, err := sql.Open(s.driver, s.dsn)
	if err != nil {
		return s.hide(err)
	}
	ctx := context.Background()
	if restores {
		err = restore(ctx, db, f.Arg(0))
	} else {
		signal.Ignore(os.Interrupt, syscall.SIGHUP)
		err = keep(ctx, db, *file, in, out, s.hide)
	}
	return s.hide(errors.Join(err, db.Close()))
}

// restore puts the rows of a file back.
func restore(ctx context.Context, db *sql.DB, file string) error {
	if _, err := os.Stat(file); err != nil {
		return err
	}
	return rows.New(rows.Options{Database: func() *sql.DB { return db }, File: file}).Keep(ctx)
}

// keep keeps the rows and answers each line of the input by "ok", or by an error.
func keep(
	ctx context.Context, db *sql.DB, file string, in io.Reader, out io.Writer, hide func(error) error,
) (err error) {
	kept := rows.New(rows.Options{Database: func() *sql.DB { return db }})
	if err := kept.Keep(ctx); err != nil {
		return err
	}
	tables, err := store.SQL(db).Tables(ctx)
	if err == nil && len(tables) == 0 {
		err = errors.New("the database has no tables in its current schema")
	}
	if err == nil && file != "" {
		err = kept.Save(file)
	}
	if err != nil {
		return err
	}
	fmt.Fprintln(out, "kept", len(tables))
	defer func() { err = errors.Join(err, kept.Close(ctx)) }()
	end, lines := make(chan os.Signal, 1), linesOf(in)
	signal.Notify(end, syscall.SIGTERM)
	for {
		select {
		case <-end:
			return nil
		case _, ok := <-lines:
			if !ok {
				return nil // whatever ended the input, the rows come back
			}
		}
		if err := kept.Restore(ctx); err != nil {
			fmt.Fprintf(out, "error %q\n", hide(err).Error())
		} else {
			fmt.Fprintln(out, "ok")
		}
	}
}

// linesOf returns a channel of the lines of an input. It is closed at the end of the input.
func linesOf(in io.Reader) <-chan string {
	out := make(chan string)
	go func() {
		defer close(out)
		for lines := bufio.NewScanner(in); lines.Scan(); {
			out <- lines.Text()
		}
	}()
	return out
}
