package main

import (
	"errors"
	"fmt"
	"net/url"
	"os"
	"strings"

	"github.com/go-sql-driver/mysql"
	"github.com/jackc/pgx/v5"
	_ "github.com/jackc/pgx/v5/stdlib" // the driver "pgx"
	_ "modernc.org/sqlite"             // the driver "sqlite"

	"github.com/evoke-go/evoke/internal/secret"
)

// source is a data source name with its driver.
type source struct {
	driver, dsn string
	secrets     *secret.Set
}

// sourceOf reads the value of an environment variable.
func sourceOf(variable, text string) (*source, error) {
	if text == "" {
		return nil, fmt.Errorf("set the environment variable %s to the data source name of the database, such as "+
			"postgres://user:password@host/name, mysql://user:password@host/name or sqlite:path", variable)
	}
	s := &source{}
	password, err := s.read(text)
	secrets := []secret.Secret{{Name: variable, Value: text}}
	if s.dsn != text && s.dsn != "" {
		secrets = append(secrets, secret.Secret{Name: variable, Value: s.dsn})
	}
	if password != "" {
		secrets = append(secrets, secret.Secret{Name: variable + "_PASSWORD", Value: password})
	}
	s.secrets = secret.New(secrets)
	if err != nil {
		return nil, fmt.Errorf("the data source name in %s: %w", variable, s.hide(err))
	}
	return s, nil
}

// hide returns an error whose text shows no secret.
func (s *source) hide(err error) error {
	if err == nil {
		return nil
	}
	text := err.Error()
	for _, x := range s.secrets.Secrets() { // also those that are short
		text = strings.ReplaceAll(text, x.Value, "${"+x.Name+"}")
	}
	return errors.New(s.secrets.Text(text))
}

// read finds out the driver, its form of the name, and the password.
func (s *source) read(text string) (password string, err error) {
	scheme, rest, _ := strings.Cut(text, ":")
	switch {
	case scheme == "postgres" || scheme == "postgresql" || strings.Contains(text, "dbname="):
		s.driver, s.dsn = "pgx", text
		c, err := pgx.ParseConfig(text)
		if err != nil {
			return passwordOf(text), errors.New("it is malformed")
		}
		return c.Password, nil
	case scheme == "mysql" || scheme == "mariadb":
		return s.readMySQL(text)
	case scheme == "sqlite" || scheme == "sqlite3" || scheme == "file":
		return "", s.readFile(strings.TrimPrefix(rest, "//"))
	}
	c, err := mysql.ParseDSN(text)
	if err != nil {
		return "", errors.New("it begins with none of postgres:, mysql:, sqlite: and file:, and is none of MySQL")
	}
	s.driver, s.dsn = "mysql", text
	return c.Passwd, nil
}

// readMySQL reads a URL of MySQL.
func (s *source) readMySQL(text string) (password string, err error) {
	u, err := url.Parse(text)
	if err != nil || u.Host == "" {
		return passwordOf(text), errors.New("it is malformed")
	}
	c := mysql.NewConfig()
	c.Net, c.Addr, c.DBName = "tcp", u.Host, strings.TrimPrefix(u.Path, "/")
	if u.Port() == "" {
		c.Addr += ":3306"
	}
	c.User = u.User.Username()
	c.Passwd, _ = u.User.Password()
	dsn := c.FormatDSN()
	if u.RawQuery != "" {
		separator := "?"
		if strings.Contains(dsn, "?") {
			separator = "&"
		}
		dsn += separator + u.RawQuery
	}
	s.driver, s.dsn = "mysql", dsn
	_, err = mysql.ParseDSN(dsn)
	if err != nil {
		err = errors.New("its parameters are malformed")
	}
	return c.Passwd, err
}

// passwordOf returns what may be the password of a URL that is malformed.
func passwordOf(text string) string {
	_, text, _ = strings.Cut(text, "://")
	if at := strings.LastIndexByte(text, '@'); at >= 0 {
		_, password, _ := strings.Cut(text[:at], ":")
		return password
	}
	return ""
}

// readFile reads the path of a file of SQLite, which has to be there. Whoever writes at the moment is waited for.
func (s *source) readFile(path string) error {
	path, query, _ := strings.Cut(path, "?")
	if info, err := os.Stat(path); err != nil || info.IsDir() {
		return fmt.Errorf("there is no file %s", path)
	}
	parameters, err := url.ParseQuery(query)
	if err != nil {
		return errors.New("its parameters are malformed")
	}
	parameters.Set("mode", "rw")
	parameters.Add("_pragma", "busy_timeout(2000)")
	s.driver, s.dsn = "sqlite", (&url.URL{Scheme: "file", Opaque: path, RawQuery: parameters.Encode()}).String()
	return nil
}
