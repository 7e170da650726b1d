package main

import (
	"context"
	"os"
	"path/filepath"

	"github.com/evoke-go/evoke/js/node"
	"github.com/evoke-go/evoke/rest/auth"
)

// app is what an application that others wrote needs beside its files. The zero value is
// for those of this folder.
type app struct {
	schema  string // its file, below the folder of the application
	command string
	env     []string
	// store starts what keeps its data; nil: nothing does.
	store func(ctx context.Context, app, temp string) (*store, error)
	// users are those that the study gives to its tool.
	users []auth.User
	// files are those that count, in the words of c8.
	files []string
}

// ours are the files of ncs and scs that count.
var ours = []string{"--all", "--src", "src", "--include", "src/**", "--exclude", "src/app.js",
	"--exclude", "src/server.js"}

// applications are those of the study that apps.sh has put into a folder. Files that nothing
// loads do not count, nor does what starts a server, as in the study. The folder dir is that of
// this command.
func applications(folder, dir string) ([]service, error) {
	if folder == "" {
		return nil, nil
	}
	folder, err := filepath.Abs(folder)
	if err != nil {
		return nil, err
	}
	all := []service{{
		name: "disease-sh", dir: "disease-sh-api",
		app: app{
			schema: "src/public/apidocs/swagger_v3.json", command: "node src/serverStart.js",
			store: redis("REDIS_PORT=").start,
			files: []string{"--include", "src/**", "--exclude", "src/server*.js"},
		},
	}, {
		name: "realworld", dir: "realworld-app",
		app: app{
			schema: "swagger.json", command: "node build/src/main.js",
			env: []string{"NODE_ENV=production"}, store: mariadb,
			users: []auth.User{{
				Name: "foo", Public: true,
				Login: &auth.Login{
					Path: "/api/users/login", ContentType: "application/json",
					Body:  `{"user":{"email":"foo@foo.foo","password":"foofoo"}}`,
					Token: &auth.Token{Selector: "/user/token", Template: "Token {token}"},
				},
			}},
			files: []string{"--include", "src/**", "--include", "build/src/**", "--exclude", "**/server*.js",
				"--exclude", "**/server*.ts"},
		},
	}, {
		name: "cyclotron", dir: "cyclotron",
		app: app{
			schema: "src/swagger.json", command: "node src/server.js",
			store: mongo{dir, "DB_URL", "cyclotron", nil}.start,
			files: []string{"--include", "src/**", "--exclude", "src/server*.js"},
		},
	}, {
		name: "spacex", dir: "spacex-api",
		app: app{
			schema: "src/openapi.json", command: "node src/server.js",
			store: both(
				mongo{dir, "SPACEX_MONGO", "spacex", known}.start, redis("SPACEX_REDIS=redis://127.0.0.1:").start,
			),
			users: []auth.User{{Name: "foo", Public: true, Headers: []auth.Header{{Name: "spacex-key", Value: "foo"}}}},
			files: []string{"--include", "src/**", "--exclude", "src/server*.js"},
		},
	}}
	for i := range all {
		s := &all[i]
		s.dir = filepath.Join(folder, s.dir)
		if s.schema, err = os.ReadFile(filepath.Join(s.dir, s.app.schema)); err != nil {
			return nil, err
		}
	}
	return all, nil
}

// options start the service, with what keeps its data.
func (s service) options(data *store) node.Options {
	o := node.Options{Command: start, Dir: s.dir, Keep: data == nil || data.reset == nil, Env: s.app.env}
	if s.app.command != "" {
		o.Command = s.app.command
	}
	if data != nil {
		o.Env, o.Reset = append(o.Env[:len(o.Env):len(o.Env)], data.variables...), data.reset
	}
	return o
}

// kept starts what keeps the data of a service; nil if nothing does.
func (s service) kept(ctx context.Context, temp string) (*store, error) {
	if s.app.store == nil {
		return nil, nil
	}
	return s.app.store(ctx, s.dir, temp)
}
